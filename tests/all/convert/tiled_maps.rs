//! Tiled: encodings, shapes of grids, mappings, damage.

use super::{check, refused, try_read, walls};
use base64::Engine;
use skirmish::files::foreign::Format;
use skirmish::files::write;
use std::io::Write;

/// A TMX map of two tiles, grass and forest.
fn tmx(head: &str, data: &str) -> String {
    format!(
        "<?xml version=\"1.0\"?>\n<!DOCTYPE map SYSTEM \"http://mapeditor.org/dtd/1.0/map.dtd\">\n<map version=\"1.10\" {head} tilewidth=\"28\" tileheight=\"24\">\n \
         <tileset firstgid=\"1\" name=\"t\"><tile id=\"0\" type=\"grass\"/><tile id=\"1\" type=\"Forest\"/><tile id=\"2\" class=\"crate\"><properties><property name=\"cost\" value=\"no\"/></properties></tile></tileset>\n \
         <layer id=\"1\" name=\"Ground\" width=\"2\" height=\"2\">{data}</layer></map>"
    )
}

const SQUARE: &str = "orientation=\"orthogonal\" width=\"2\" height=\"2\"";

fn packed(how: &str, tiles: [u32; 4]) -> String {
    let raw: Vec<u8> = tiles.iter().flat_map(|t| t.to_le_bytes()).collect();
    let bytes = match how {
        "zlib" => {
            let mut out = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
            out.write_all(&raw).unwrap();
            out.finish().unwrap()
        }
        "gzip" => {
            let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
            out.write_all(&raw).unwrap();
            out.finish().unwrap()
        }
        "zstd" => ruzstd::encoding::compress_to_vec(
            raw.as_slice(),
            ruzstd::encoding::CompressionLevel::Fastest,
        ),
        _ => raw,
    };
    let text = base64::engine::general_purpose::STANDARD.encode(bytes);
    let how = if how.is_empty() {
        String::new()
    } else {
        format!(" compression=\"{how}\"")
    };
    format!("<data encoding=\"base64\"{how}>\n   {text}\n  </data>")
}

/// A map whose tiles are packed.
pub(super) fn packed_map() -> String {
    tmx(SQUARE, &packed("zlib", [1, 2, 2, 3]))
}

#[test]
fn every_encoding_of_tiled_is_read() {
    let turned = 0x8000_0002;
    let mut all = vec![
        "<data encoding=\"csv\">1,2,\n2147483650,3\n</data>".to_owned(),
        "<data><tile gid=\"1\"/><tile gid=\"2\"/><tile gid=\"2147483650\"/><tile gid=\"3\"/></data>".to_owned(),
    ];
    all.extend(["", "zlib", "gzip", "zstd"].map(|how| packed(how, [1, 2, turned, 3])));
    for data in all {
        let (map, said) = check(Format::Tmx, &tmx(SQUARE, &data), &[".T", "Ta"]);
        assert!(map.terrains.iter().any(|t| t.name == "crate"));
        assert_eq!(
            said,
            ["lost 1 tiles of layer \"Ground\" are rotated or flipped, which has no effect"]
        );
    }
}

#[test]
fn hexagons_of_tiled_keep_their_stagger() {
    for (axis, index, kind, stagger) in [
        ("x", "odd", "hex-flat", "even"),
        ("x", "even", "hex-flat", "odd"),
        ("y", "odd", "hex-pointy", "even"),
        ("y", "even", "hex-pointy", "odd"),
    ] {
        let head = format!(
            "orientation=\"hexagonal\" hexsidelength=\"12\" staggeraxis=\"{axis}\" staggerindex=\"{index}\" width=\"2\" height=\"2\""
        );
        // the bit that turns a hex by 120 degrees is no part of the number
        let (map, _) = check(
            Format::Tmx,
            &tmx(&head, "<data encoding=\"csv\">1,268435458,0,1</data>"),
            &[".T", " ."],
        );
        let text = write(&map);
        assert!(text.contains(&format!("grid = \"{kind}\"")));
        assert_eq!(text.contains("stagger = \"odd\""), stagger == "odd");
    }
}

#[test]
fn staggered_diamonds_lie_as_squares() {
    let head =
        "orientation=\"staggered\" staggeraxis=\"y\" staggerindex=\"odd\" width=\"2\" height=\"2\"";
    let text = tmx(head, "<data encoding=\"csv\">1,2,3,1</data>");
    let (map, said) = check(Format::Tmx, &text, &[" T.", ".a "]);
    assert_eq!(map.grid.kind, skirmish::board::GridKind::Square);
    assert!(said.iter().any(|s| s.contains("diamonds")), "{said:?}");
}

#[test]
fn isometric_maps_lie_as_squares_and_say_so() {
    let head = "orientation=\"isometric\" width=\"2\" height=\"2\"";
    let text = tmx(head, "<data encoding=\"csv\">1,2,3,1</data>");
    let (map, said) = check(Format::Tmx, &text, &[".T", "a."]);
    assert_eq!(map.grid.kind, skirmish::board::GridKind::Square);
    let what = "changed 1 the isometric map became squares seen from above";
    assert!(said.iter().any(|s| s.starts_with(what)), "{said:?}");
}

#[test]
fn infinite_maps_of_tiled_are_cut_to_what_is_drawn() {
    let head = "orientation=\"orthogonal\" width=\"0\" height=\"0\" infinite=\"1\"";
    let data = "<data encoding=\"csv\"><chunk x=\"-16\" y=\"0\" width=\"2\" height=\"1\">0,2</chunk><chunk x=\"-14\" y=\"1\" width=\"2\" height=\"1\">1,0</chunk></data>";
    check(Format::Tmx, &tmx(head, data), &["T ", " ."]);
}

#[test]
fn json_maps_of_tiled_are_read_like_xml() {
    let text = "{\"orientation\":\"orthogonal\",\"width\":2,\"height\":2,\"tilewidth\":32,\"tileheight\":32,\"infinite\":false,\
        \"tilesets\":[{\"firstgid\":1,\"name\":\"t\",\"tiles\":[{\"id\":0,\"type\":\"grass\"},{\"id\":1,\"class\":\"forest\"}]}],\
        \"layers\":[{\"type\":\"tilelayer\",\"name\":\"g\",\"width\":2,\"height\":2,\"data\":[1,2,2,0]},\
        {\"type\":\"group\",\"layers\":[{\"type\":\"objectgroup\",\"name\":\"o\",\"objects\":[\
        {\"id\":1,\"type\":\"door\",\"x\":28,\"y\":0,\"width\":8,\"height\":32},{\"id\":2,\"name\":\"spawn 2\",\"point\":true,\"x\":10,\"y\":40},\
        {\"id\":3,\"name\":\"who knows\",\"x\":10,\"y\":40,\"width\":3,\"height\":3}]}]}]}";
    let (map, said) = check(Format::Tmj, text, &[".T", "T "]);
    assert_eq!(walls(&map), ["A1|B1 Door"]);
    assert_eq!(map.zones[0].seat, Some(2));
    assert!(
        said.iter().any(|s| s.contains("unknown objects")),
        "{said:?}"
    );
}

#[test]
fn a_mapping_says_what_tiles_and_layers_mean() {
    let text = tmx(SQUARE, "<data encoding=\"csv\">1,2,3,4</data>");
    let mapping = "[terrain]\n\"t#0\" = \"mire\"\nforest = { is = \"scrub\", level = 2 }\n[layer]\nGround = \"water\"\n[own.mire]\ncost = 2\n";
    let (map, _) = try_read(Format::Tmx, text.as_bytes(), Some(mapping)).unwrap();
    let names: Vec<&str> = map
        .terrain
        .iter()
        .map(|t| map.terrains[usize::from(t.0)].name.as_str())
        .collect();
    assert_eq!(names, ["mire", "scrub", "crate", "water"]);
    assert_eq!(map.elevation[1], 2);
    let error = try_read(
        Format::Tmx,
        text.as_bytes(),
        Some("[terrain]\nx = \"gras\""),
    )
    .unwrap_err();
    assert!(
        error.contains("mapping:3:1") && error.contains("gras"),
        "{error}"
    );
}

#[test]
fn the_name_of_a_set_comes_last_and_is_said() {
    let map = |name: &str, tiles: &str| {
        format!(
            "<map version=\"1.8\" {SQUARE} tilewidth=\"16\" tileheight=\"16\"><tileset firstgid=\"1\" name=\"{name}\">{tiles}</tileset>\
             <layer name=\"a\" width=\"2\" height=\"2\"><data encoding=\"csv\">1,2,1,1</data></layer></map>"
        )
    };
    // a pattern that fits the set says nothing of a tile that says itself what it is
    let tiles = "<tile id=\"1\" type=\"water\"/>";
    let (_, said) = check(Format::Tmx, &map("grass and water", tiles), &[".~", ".."]);
    assert!(
        said.iter()
            .any(|s| s.starts_with("changed 3") && s.contains("named only by their tileset")),
        "{said:?}"
    );
    let tiles = "<tile id=\"0\" type=\"grass\"/><tile id=\"1\" type=\"water\"/>";
    let (_, said) = check(Format::Tmx, &map("walls", tiles), &[".~", ".."]);
    assert!(said.is_empty(), "{said:?}");
}

#[test]
fn tiles_are_what_their_properties_call_them_also_within_classes() {
    let tiles = "<tile id=\"0\"><properties><property name=\"Info\" type=\"class\" propertytype=\"game::Info\"><properties>\
        <property name=\"ty\" propertytype=\"game::Biome\" value=\"Forest\"/><property name=\"loot\" value=\"3\"/>\
        </properties></property></properties></tile>\
        <tile id=\"1\"><properties><property name=\"Kind\" value=\"water\"/></properties></tile>";
    let text = format!(
        "<map version=\"1.10\" {SQUARE} tilewidth=\"16\" tileheight=\"16\"><tileset firstgid=\"1\" name=\"x\">{tiles}</tileset>\
         <layer name=\"a\" width=\"2\" height=\"2\"><data encoding=\"csv\">1,2,2,2</data></layer></map>"
    );
    let (_, said) = check(Format::Tmx, &text, &["T~", "~~"]);
    let lost = "lost 1 the tile property \"Info.loot\" is not supported";
    assert_eq!(said, [lost]);
    let text = r#"{"orientation":"orthogonal","width":2,"height":1,"tilewidth":16,"tileheight":16,
        "tilesets":[{"firstgid":1,"name":"x","tiles":[
            {"id":0,"properties":[{"name":"Info","type":"class","value":{"ty":"Forest","loot":3}}]},
            {"id":1,"properties":[{"name":"Kind","type":"string","value":"water"}]}]}],
        "layers":[{"type":"tilelayer","name":"a","width":2,"height":1,"data":[1,2]}]}"#;
    let (_, said) = check(Format::Tmj, text, &["T~"]);
    assert_eq!(said, [lost]);
}

#[test]
fn enemies_start_on_the_second_seat() {
    let object = |name: &str, x: u32| {
        format!("<object id=\"{x}\" name=\"{name}\" x=\"{x}\" y=\"8\"><point/></object>")
    };
    let text = format!(
        "<map version=\"1.10\" orientation=\"orthogonal\" width=\"12\" height=\"1\" tilewidth=\"16\" tileheight=\"16\">\
         <objectgroup name=\"o\">{}{}</objectgroup></map>",
        object("Player spawn", 8),
        object("Enemy spawn", 180)
    );
    let (map, _) = check(Format::Tmx, &text, &["............"]);
    let seats: Vec<_> = map.zones.iter().map(|zone| zone.seat).collect();
    assert_eq!(seats, [Some(1), Some(2)]);
}

#[test]
fn switches_of_tiles_say_what_they_are_and_other_properties_are_listed() {
    let tiles = "<tile id=\"0\"><properties><property name=\"collides\" type=\"bool\" value=\"true\"/></properties></tile>\
        <tile id=\"1\" type=\"grass\"><properties><property name=\"loot\" value=\"3\"/></properties></tile>";
    let text = format!(
        "<map version=\"1.8\" {SQUARE} tilewidth=\"16\" tileheight=\"16\"><tileset firstgid=\"1\" name=\"x\">{tiles}</tileset>\
         <layer name=\"a\" width=\"2\" height=\"2\"><data encoding=\"csv\">1,2,2,2</data></layer></map>"
    );
    let (_, said) = check(Format::Tmx, &text, &["#.", ".."]);
    assert_eq!(said, ["lost 1 the tile property \"loot\" is not supported"]);
}

#[test]
fn turned_objects_are_turned() {
    // a wall along the top, turned about its left end so that it runs down
    let text = tmx(SQUARE, "<data encoding=\"csv\">1,1,1,1</data>").replace(
        "</map>",
        "<objectgroup name=\"o\"><object id=\"1\" class=\"fence\" x=\"28\" y=\"0\" rotation=\"90\"><polyline points=\"0,0 48,0\"/></object></objectgroup></map>",
    );
    let (map, _) = check(Format::Tmx, &text, &["..", ".."]);
    assert_eq!(walls(&map), ["A1|B1 Fence", "A2|B2 Fence"]);
}

#[test]
fn a_tiled_map_that_is_cut_off_is_refused() {
    let whole = tmx(SQUARE, "<data encoding=\"csv\">1,2,1,1</data>");
    for end in (1..whole.len()).step_by(7) {
        refused(Format::Tmx, &whole[..end], "");
    }
}

#[test]
fn damaged_tiled_maps_are_refused() {
    let data = "<data encoding=\"csv\">1,2,1,1</data>";
    refused(
        Format::Tmx,
        tmx("width=\"99999\" height=\"99999\"", data),
        "the limit is",
    );
    refused(
        Format::Tmx,
        tmx(SQUARE, "<data encoding=\"csv\">1,2,1</data>"),
        "3 tiles, expected 4",
    );
    refused(
        Format::Tmx,
        tmx(SQUARE, "<data encoding=\"csv\">1,2,1,1,1</data>"),
        "expected 4",
    );
    refused(
        Format::Tmx,
        tmx(SQUARE, "<data encoding=\"csv\">1,2,x,1</data>"),
        "not a tile number",
    );
    refused(
        Format::Tmx,
        tmx(SQUARE, "<data encoding=\"base64\">!!</data>"),
        "base64",
    );
    refused(
        Format::Tmx,
        tmx(
            SQUARE,
            "<data encoding=\"base64\" compression=\"zlib\">AAAA</data>",
        ),
        "damaged",
    );
    refused(
        Format::Tmx,
        tmx(
            SQUARE,
            "<data encoding=\"base64\" compression=\"zstd\">AAAA</data>",
        ),
        "zstd",
    );
    refused(
        Format::Tmx,
        tmx("orientation=\"round\" width=\"2\" height=\"2\"", data),
        "orientation",
    );
    refused(Format::Tmx, "<html/>", "expected a <map>");
    refused(
        Format::Tmx,
        "<map>".to_owned() + &"<group>".repeat(100_000),
        "",
    );
    refused(
        Format::Tmx,
        "<!DOCTYPE m [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;&a;\"><!ENTITY c \"&b;&b;&b;&b;&b;&b;&b;&b;&b;\">]><map a=\"&c;&c;&c;&c;&c;&c;\"/>",
        "",
    );
    refused(
        Format::Tmj,
        format!(
            "{}{}",
            "{\"layers\":[".repeat(100_000),
            "]}".repeat(100_000)
        ),
        "not a Tiled map",
    );
    refused(Format::Tmj, "{\"width\":\"many\"}", "not a Tiled map");
    refused(Format::Tmj, "{\"width\":2,\"height\":2}", "no layers");
    // a layer that unpacks to far more than it may
    let mut bomb = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    bomb.write_all(&vec![0; 64 << 20]).unwrap();
    let text = base64::engine::general_purpose::STANDARD.encode(bomb.finish().unwrap());
    let data = format!("<data encoding=\"base64\" compression=\"zlib\">{text}</data>");
    refused(
        Format::Tmx,
        tmx(SQUARE, &data),
        "more than the expected 4 tiles",
    );
}

#[test]
fn door_tiles_go_on_the_side_of_their_space() {
    // a house with a door in its south, a double one in its north, and one that stands alone
    let tiles = "<tile id=\"0\" type=\"grass\"/><tile id=\"1\" type=\"wall\"/>\
        <tile id=\"2\"><properties><property name=\"door\" type=\"bool\" value=\"true\"/></properties></tile>\
        <tile id=\"3\" type=\"Door\"><properties><property name=\"open\" type=\"bool\" value=\"true\"/></properties></tile>";
    let rows = "1,1,1,1,1,1, 1,2,3,3,2,1, 1,2,1,1,2,1, 1,2,4,2,2,1, 1,1,1,1,1,1, 3,1,1,1,1,1";
    let text = format!(
        "<map version=\"1.8\" orientation=\"orthogonal\" width=\"6\" height=\"6\" tilewidth=\"16\" tileheight=\"16\"><tileset firstgid=\"1\" name=\"outdoors\">{tiles}</tileset>\
         <layer name=\"a\" width=\"6\" height=\"6\"><data encoding=\"csv\">{rows}</data></layer></map>"
    );
    let (map, said) = check(
        Format::Tmx,
        &text,
        &["......", ".#==#.", ".#..#.", ".#=##.", "......", "=....."],
    );
    assert_eq!(walls(&map), ["C1|C2 Door", "D1|D2 Door", "C3|C4 Door"]);
    assert_eq!(
        map.borders.iter().map(|b| b.open).collect::<Vec<_>>(),
        [false, false, true]
    );
    assert_eq!(
        said,
        [
            "lost 1 doors with no wall on either side were left out",
            "changed 2 doors that fill a space became doors on a side of it"
        ]
    );
    // a whole layer of doors over a layer of walls
    let layer = |name: &str, rows: &str| {
        format!(
            "<layer name=\"{name}\" width=\"3\" height=\"2\"><data encoding=\"csv\">{rows}</data></layer>"
        )
    };
    let text = format!(
        "<map orientation=\"orthogonal\" width=\"3\" height=\"2\" tilewidth=\"16\" tileheight=\"16\"><tileset firstgid=\"1\" name=\"x\"/>{}{}{}</map>",
        layer("Grass", "1,1,1,1,1,1"),
        layer("Walls", "2,2,2,0,0,0"),
        layer("Doors", "0,5,0,0,0,0")
    );
    let (map, _) = check(Format::Tmx, &text, &["#=#", "..."]);
    assert_eq!(walls(&map), ["B1|B2 Door"]);
}

#[test]
fn door_tiles_among_walls_on_sides_fill_the_gap() {
    let tiles = "<tile id=\"0\" type=\"grass\"/><tile id=\"1\" type=\"door\"/>";
    let read = |lines: &[&str]| {
        let lines: Vec<String> = lines
            .iter()
            .enumerate()
            .map(|(i, points)| {
                let id = i + 1;
                format!("<object id=\"{id}\" class=\"wall\" x=\"0\" y=\"0\"><polyline points=\"{points}\"/></object>")
            })
            .collect();
        let text = format!(
            "<map version=\"1.9\" orientation=\"orthogonal\" width=\"3\" height=\"3\" tilewidth=\"16\" tileheight=\"16\"><tileset firstgid=\"1\" name=\"outdoors\">{tiles}</tileset>\
             <layer name=\"a\" width=\"3\" height=\"3\"><data encoding=\"csv\">1,1,1, 1,2,1, 1,1,1</data></layer>\
             <objectgroup name=\"o\">{}</objectgroup></map>",
            lines.concat()
        );
        let (map, said) = check(Format::Tmx, &text, &["...", ".=.", "..."]);
        (walls(&map), said)
    };
    // walls on two sides of the door: it hangs on one of the others
    let (found, said) = read(&["16,16 16,32", "32,16 32,32"]);
    assert_eq!(found, ["B1|B2 Door", "A2|B2 Wall", "B2|C2 Wall"]);
    assert!(said.iter().all(|s| !s.starts_with("lost")), "{said:?}");
    // a wall along its north side, with a gap there
    let (found, _) = read(&["0,16 16,16", "32,16 48,16"]);
    assert_eq!(found, ["A1|A2 Wall", "B1|B2 Door", "C1|C2 Wall"]);
    // the same wall without a gap
    let (found, _) = read(&["0,16 48,16"]);
    assert_eq!(found, ["A1|A2 Wall", "B1|B2 Door", "C1|C2 Wall"]);
    // no wall says where
    let (found, said) = read(&["0,16 16,16"]);
    assert_eq!(found, ["A1|A2 Wall"]);
    assert!(
        said.iter().any(|s| s.starts_with("lost 1 doors")),
        "{said:?}"
    );
}

#[test]
fn rows_of_doors_longer_than_any_door_are_walls() {
    let text = "<map orientation=\"orthogonal\" width=\"7\" height=\"3\" tilewidth=\"16\" tileheight=\"16\"><tileset firstgid=\"1\" name=\"x\">\
        <tile id=\"0\" type=\"grass\"/><tile id=\"1\" type=\"door\"/></tileset>\
        <layer name=\"a\" width=\"7\" height=\"3\"><data encoding=\"csv\">1,1,1,1,1,1,1, 2,2,2,2,2,1,2, 1,1,1,1,1,1,1</data></layer></map>";
    let (map, said) = check(Format::Tmx, text, &[".......", "#####.#", "......."]);
    assert!(map.borders.is_empty());
    assert!(said.iter().any(|s| s.starts_with("changed 6")), "{said:?}");
}

#[test]
fn a_map_of_walls_alone_has_floor_between_them() {
    let data = "<data encoding=\"csv\">3,3,3,0</data>";
    let (_, said) = check(Format::Tmx, &tmx(SQUARE, data), &["aa", "a="]);
    assert!(
        said.iter().any(|s| s.contains("only walls are drawn")),
        "{said:?}"
    );
}

#[test]
fn numbers_of_tiled_maps_that_are_none_are_said() {
    let data = "<data encoding=\"csv\">1,2,1,1</data>";
    let whole = tmx(SQUARE, data);
    for (from, to, why) in [
        (
            "<map version=\"1.10\" orientation=\"orthogonal\" width=\"2\"",
            "<map orientation=\"orthogonal\" width=\"two\"",
            "width=\"two\" is not a number",
        ),
        (
            "orientation=\"orthogonal\" width=\"2\"",
            "orientation=\"orthogonal\"",
            "the map has no width; expected width=\"TILES\"",
        ),
        ("tilewidth=\"28\"", "tilewidth=\"x\"", "expected pixels"),
        (
            "tilewidth=\"28\"",
            "tilewidth=\"0\"",
            "tilewidth must be above 0",
        ),
        (
            "name=\"Ground\" width=\"2\"",
            "name=\"Ground\" width=\"2.5\"",
            "expected a whole number",
        ),
    ] {
        assert!(whole.contains(from), "{from}");
        refused(Format::Tmx, whole.replace(from, to), why);
    }
    let text = whole.replace(
        "</map>",
        "<objectgroup name=\"walls\"><object id=\"1\" x=\"here\" y=\"0\"/><object id=\"2\" x=\"0\" y=\"0\"><polyline points=\"0,0 5\"/></object></objectgroup></map>",
    );
    let (_, said) = check(Format::Tmx, &text, &[".T", ".."]);
    assert_eq!(
        said,
        ["lost 2 objects with numbers that cannot be read were left out"]
    );
}

#[test]
fn json_maps_of_tiled_may_say_null_and_groups_shift_what_they_hold() {
    let text = "{\"orientation\":\"orthogonal\",\"width\":2.0,\"height\":2,\"tilewidth\":32,\"tileheight\":32,\"infinite\":null,\"staggeraxis\":null,\
        \"properties\":null,\"tilesets\":[{\"firstgid\":1,\"name\":\"t\",\"tiles\":[{\"id\":0,\"type\":\"grass\",\"class\":null}],\"wangsets\":null}],\
        \"layers\":[{\"type\":\"tilelayer\",\"name\":null,\"encoding\":null,\"visible\":null,\"width\":2,\"height\":2,\"data\":[1,1,1,1]},\
        {\"type\":\"group\",\"offsetx\":16,\"layers\":[{\"type\":\"objectgroup\",\"name\":\"walls\",\"offsetx\":16,\"objects\":[\
        {\"id\":\"a\",\"name\":null,\"x\":0,\"y\":0,\"width\":null,\"polyline\":[{\"x\":0,\"y\":0},{\"x\":0,\"y\":64}]}]}]}]}";
    let (map, said) = check(Format::Tmj, text, &["..", ".."]);
    assert_eq!(walls(&map), ["A1|B1 Wall", "A2|B2 Wall"]);
    assert_eq!(said, Vec::<String>::new());
    refused(
        Format::Tmj,
        text.replace("2.0", "\"two\""),
        "expected a number (near \"width\")",
    );
    refused(
        Format::Tmj,
        text.replace("2.0", "2.5"),
        "2.5 is not a whole number",
    );
    refused(
        Format::Tmj,
        text.replace("\"width\":2.0,", ""),
        "the map has no width",
    );
}

#[test]
fn objects_take_from_their_template_what_they_do_not_say() {
    let objects = "<objectgroup name=\"o\"><object id=\"1\" template=\"fence.tx\" x=\"28\" y=\"0\"/>\
        <object id=\"2\" template=\"tree.tj\" x=\"0\" y=\"24\"/><object id=\"3\" template=\"none.tx\" x=\"0\" y=\"0\"/></objectgroup></map>";
    let text = tmx(SQUARE, "<data encoding=\"csv\">1,1,1,1</data>").replace("</map>", objects);
    let mapping = skirmish::files::mapping::Mapping::new("tiled", None).unwrap();
    let mut input = skirmish::files::foreign::Input {
        file: "file",
        name: "name",
        bytes: text.as_bytes(),
        mapping: &mapping,
        beside: &mut |path| {
            match path {
            "fence.tx" => Ok("<?xml version=\"1.0\"?><template><object type=\"fence\"><polyline points=\"0,0 0,24\"/></object></template>".into()),
            "tree.tj" => Ok("{\"type\":\"template\",\"tileset\":{\"firstgid\":1,\"source\":\"t.tsx\"},\"object\":{\"gid\":2,\"width\":28,\"height\":24}}".into()),
            other => Err(skirmish::files::foreign::Missing::NotThere(other.to_owned())),
        }
        },
    };
    let read = skirmish::files::foreign::read(Format::Tmx, &mut input).unwrap();
    let (map, notes) = (read.map, read.notes);
    assert_eq!(walls(&map), ["A1|B1 Fence"]);
    let sign = |i: usize| map.terrains[usize::from(map.terrain[i].0)].sign;
    assert_eq!([0, 1, 2, 3].map(sign), ['T', '.', '.', '.']);
    let said: Vec<String> = notes.all().iter().map(|n| n.what.clone()).collect();
    assert!(
        said.iter()
            .any(|s| s.contains("a template file is missing")),
        "{said:?}"
    );
}
