//! Tiled: collision shapes, layers of walls, and guesses by colour.

use super::*;
use skirmish::files::png::png;

/// A map of 3 × 2 tiles of 16 pixels whose tile 2 has these shapes.
fn shaped(shapes: &str, tiles: &str) -> String {
    format!(
        "<map orientation=\"orthogonal\" width=\"3\" height=\"2\" tilewidth=\"16\" tileheight=\"16\">\
         <tileset firstgid=\"1\" name=\"pack\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"4\" columns=\"2\">\
         <tile id=\"1\"><objectgroup>{shapes}</objectgroup></tile><tile id=\"2\" type=\"water\"><objectgroup>{shapes}</objectgroup></tile></tileset>\
         <layer name=\"Tile Layer 1\" width=\"3\" height=\"2\"><data encoding=\"csv\">{tiles}</data></layer></map>"
    )
}

#[test]
fn a_shape_that_covers_a_tile_is_a_wall() {
    for shape in [
        "<object x=\"0\" y=\"0\" width=\"16\" height=\"16\"/>",
        "<object x=\"0\" y=\"0\" width=\"16\" height=\"16\"><ellipse/></object>",
        "<object x=\"0\" y=\"0\"><polygon points=\"0,0 16,0 16,16 4,16\"/></object>",
        "<object x=\"0\" y=\"0\" width=\"8\" height=\"16\"/><object x=\"8\" y=\"0\" width=\"8\" height=\"16\"/>",
    ] {
        let text = shaped(shape, "1,2,1,1,2,3");
        let (_, said) = check(Format::Tmx, &text, &[".#.", ".#w"]);
        assert!(
            said.iter()
                .any(|s| s.contains("covered by a collision shape became wall")),
            "{said:?}"
        );
    }
    let small = shaped(
        "<object x=\"6\" y=\"6\" width=\"4\" height=\"4\"/>",
        "1,2,1,1,2,1",
    );
    let (map, said) = check(Format::Tmx, &small, &["...", "..."]);
    assert!(map.borders.is_empty());
    assert!(
        said.iter().any(|s| s.contains("less than half of a tile")),
        "{said:?}"
    );
}

#[test]
fn a_shape_on_a_side_is_a_wall_on_that_side_however_the_tile_is_turned() {
    let left = "<object x=\"0\" y=\"0\" width=\"3\" height=\"16\"/>";
    let line = "<object x=\"1\" y=\"0\"><polyline points=\"0,0 0,16\"/></object>";
    let (h, v, d) = (1u32 << 31, 1u32 << 30, 1u32 << 29);
    for shape in [left, line] {
        for (turn, side) in [
            (0, "A1|B1"),
            (h, "B1|C1"),
            (h | v, "B1|C1"),
            // turned by a quarter: what was at the left is at the top, which is the map's edge
            (d | v, "B1|B2"),
        ] {
            let text = shaped(shape, &format!("1,{},1,1,1,1", 2 | turn));
            let (map, said) = check(Format::Tmx, &text, &["...", "..."]);
            assert_eq!(walls(&map), [format!("{side} Wall")], "{turn:x} {said:?}");
        }
        let (map, _) = check(
            Format::Tmx,
            &shaped(shape, &format!("1,{},1,1,1,1", 2 | d)),
            &["...", "..."],
        );
        assert!(map.borders.is_empty());
    }
}

#[test]
fn shapes_of_json_maps_count_too() {
    let text = "{\"orientation\":\"orthogonal\",\"width\":2,\"height\":1,\"tilewidth\":8,\"tileheight\":8,\
        \"tilesets\":[{\"firstgid\":1,\"name\":\"s\",\"tilewidth\":8,\"tileheight\":8,\"tiles\":[{\"id\":1,\
        \"objectgroup\":{\"objects\":[{\"x\":0,\"y\":0,\"width\":8,\"height\":8}]}}]}],\
        \"layers\":[{\"type\":\"tilelayer\",\"name\":\"a\",\"width\":2,\"height\":1,\"data\":[1,2]}]}";
    check(Format::Tmj, text, &[".#"]);
}

#[test]
fn layers_and_classes_that_are_called_solid_are_walls() {
    let layered = |name: &str, class: &str| {
        format!(
            "<map orientation=\"orthogonal\" width=\"2\" height=\"1\" tilewidth=\"8\" tileheight=\"8\">\
             <tileset firstgid=\"1\" name=\"s\"><tile id=\"0\" type=\"grass\"/></tileset>\
             <layer name=\"Ground\" width=\"2\" height=\"1\"><data encoding=\"csv\">1,1</data></layer>\
             <layer name=\"{name}\" class=\"{class}\" visible=\"0\" width=\"2\" height=\"1\"><data encoding=\"csv\">0,1</data></layer></map>"
        )
    };
    // whatever the tile itself is called
    for (name, class) in [
        ("Solid", ""),
        ("collision", ""),
        ("Collisions", ""),
        ("blocked", ""),
        ("Layer 2", "solid"),
        ("Layer 2", "Blocked"),
    ] {
        check(Format::Tmx, &layered(name, class), &[".#"]);
    }
    // there a door or a window may be among the walls
    let walled = layered("Walls", "").replace("type=\"grass\"", "type=\"\"");
    check(Format::Tmx, &walled, &[".#"]);
    let object = |name: &str| {
        format!(
            "<map orientation=\"orthogonal\" width=\"2\" height=\"1\" tilewidth=\"8\" tileheight=\"8\">\
             <tileset firstgid=\"1\" name=\"s\"><tile id=\"0\" type=\"grass\"/></tileset>\
             <layer name=\"Ground\" width=\"2\" height=\"1\"><data encoding=\"csv\">1,1</data></layer>\
             <objectgroup name=\"{name}\"><object x=\"8\" y=\"0\" width=\"8\" height=\"8\"/></objectgroup></map>"
        )
    };
    for name in ["Solid", "collision", "Walls", "blocked", "Collide"] {
        check(Format::Tmx, &object(name), &[".#"]);
    }
}

#[test]
fn the_mean_colour_of_a_tile_is_a_guess_with_the_line_that_changes_it() {
    let home = TempDir::new().unwrap();
    let path = |name: &str| home.path().join(name).display().to_string();
    // four tiles of 2 × 2 pixels: grass, water, sand, and nothing
    let of = |i: usize| {
        [
            [90, 160, 60, 255],
            [60, 120, 190, 255],
            [220, 200, 150, 255],
            [0; 4],
        ][i]
    };
    let pixels: Vec<[u8; 4]> = (0..16).map(|i| of(i % 8 / 2)).collect();
    fs::create_dir(home.path().join("sets")).unwrap();
    fs::write(path("sets/tiles.png"), png(8, 2, &pixels)).unwrap();
    let set = "<tileset name=\"pack\" tilewidth=\"2\" tileheight=\"2\" columns=\"4\"><image source=\"tiles.png\" width=\"8\" height=\"2\"/></tileset>";
    fs::write(path("sets/pack.tsx"), set).unwrap();
    let map = "<map orientation=\"orthogonal\" width=\"4\" height=\"1\" tilewidth=\"2\" tileheight=\"2\"><tileset firstgid=\"1\" source=\"sets/pack.tsx\"/>\
        <layer name=\"Base\" width=\"4\" height=\"1\"><data encoding=\"csv\">1,2,3,4</data></layer></map>";
    fs::write(path("m.tmx"), map).unwrap();
    let converted = |more: &[&str]| {
        let (from, to) = (path("m.tmx"), path("m.toml"));
        let words = [&[from.as_str(), &to][..], more].concat();
        let (code, out, err) = convert(&words);
        assert_eq!((code, err.as_str()), (0, ""));
        let text = fs::read_to_string(&to).unwrap();
        let map = map::read(&Source::new("m", text)).unwrap();
        let name = |i: &skirmish::board::TerrainId| map.terrains[usize::from(i.0)].name.clone();
        (out, map.terrain.iter().map(name).collect::<Vec<_>>())
    };
    let (out, terrain) = converted(&[]);
    assert_eq!(terrain, ["open", "water", "sand", "open"], "{out}");
    assert!(out.contains("Guessed:"), "{out}");
    let line = "otherwise: [terrain] \"pack#1\" = \"water\"";
    assert!(out.contains(line), "{out}");
    // that line with another word
    let mapping = "format = \"skirmish-mapping/1\"\n[terrain]\n\"pack#1\" = \"deep\"\n";
    fs::write(path("words.toml"), mapping).unwrap();
    let (out, terrain) = converted(&["--mapping", &path("words.toml")]);
    assert_eq!(terrain[1], "deep");
    assert!(!out.contains("pack#1"), "{out}");
    let colours = "format = \"skirmish-mapping/1\"\n[colour]\n\"#000000\" = \"rocks\"\n";
    fs::write(path("words.toml"), colours).unwrap();
    let (_, terrain) = converted(&["--mapping", &path("words.toml")]);
    assert_eq!(terrain[0], "rocks");
}
