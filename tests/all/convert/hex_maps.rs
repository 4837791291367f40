//! Wesnoth and MegaMek: hexes, levels, gates, what is lost and refused.

use super::*;
use skirmish::board::Cost;

// ---------------------------------------------------------------- Wesnoth

#[test]
fn wesnoth_maps_lose_their_border_and_keep_their_hills() {
    let text = "border_size=1\nusage=map\n\nGg, Gg, Gg, Gg, Gg\nGg, 1 Ke, Gs^Fp, Mm, Gg\nGg, Ww^Bw|, Hh^Ecf, 2 Ke, Gg\nGg, Gg, Gg, Gg, Gg\n";
    let (map, said) = check(Format::Wesnoth, text, &["aTo", "=.a"]);
    assert_eq!(map.elevation, [0, 0, 2, 0, 1, 0]);
    let seats: Vec<_> = map.zones.iter().map(|z| z.seat).collect();
    assert_eq!(seats, [Some(1), Some(2)]);
    assert!(
        said.iter()
            .any(|s| s == "lost 1 decoration ^Ecf is not supported"),
        "{said:?}"
    );
    assert_eq!(
        map.grid.name(
            map.grid
                .neighbour(map.grid.named("B1").unwrap(), skirmish::board::Facing(4))
                .unwrap()
        ),
        "A2"
    );
}

#[test]
fn what_wesnoth_maps_lose_is_listed() {
    let text = "border_size=1\nusage=mask\n\n\
        Gg, Gg, Gg, Gg, Gg\n\
        Gg, cave Gg, Ww^Bw|, Gg^Efm, Gg\n\
        Gg, Gs^Vh, Jj9, Gg^Jjj, Gg\n\
        Gg, Gg, Gg, Gg, Gg\n";
    let (_, said) = check(Format::Wesnoth, text, &[".=.", "a.."]);
    let lost = [
        "changed 1 terrain Jj9 is unknown and became open ground",
        "lost 1 terrain ^Jjj is unknown and was left out",
        "changed 1 villages became terrain that gives cover; they give no income",
        "lost 1 decoration ^Efm is not supported",
        "lost 1 named places are not supported",
        "lost 1 the header line usage is not supported",
        "lost 1 terrain below bridges was left out",
    ];
    for what in lost {
        assert!(said.iter().any(|s| s.starts_with(what)), "{what}: {said:?}");
    }
}

#[test]
fn the_map_of_a_wesnoth_scenario_is_found() {
    let rows = "Gg, Gg, Gg, Gg\nGg, 1 Ke, Gs^Fp, Gg\nGg, Ww, 2 Ke, Gg\nGg, Gg, Gg, Gg";
    let scenario =
        |map: &str| format!("[scenario]\n    id=ford\n    map_data = \"{map}\"\n[/scenario]\n");
    let (map, said) = check(
        Format::Wesnoth,
        &scenario(&format!("border_size=1\nusage=map\n\n{rows}")),
        &["aT", "~a"],
    );
    assert_eq!(map.zones.len(), 2);
    assert!(said.iter().any(|s| s.contains("scenario")), "{said:?}");
    // faults count the lines of the whole file
    let bad = scenario(&rows.replace("Ww,", "Ww"));
    refused(Format::Wesnoth, bad, "file:5:1: this row has 3 cells");
    refused(
        Format::Wesnoth,
        scenario("{multiplayer/maps/2p_Ford.map}"),
        "file:3:1: the map of this scenario is in another file",
    );
    refused(
        Format::Wesnoth,
        "[scenario]\nmap_data=\"Gg, Gg",
        "is not closed",
    );
    refused(Format::Wesnoth, "[scenario]\nid=x\n", "has no map_data");
    refused(
        Format::Wesnoth,
        "#textdomain x\n\n[scenario]\n    map_file=07_x.map\n    turns=36, 40\n",
        "file:4:1: the map of this scenario is in another file, 07_x.map (not found): convert",
    );
    refused(
        Format::Wesnoth,
        "gggff\nggmff\nggggg\n",
        "older than Wesnoth 1.3",
    );
}

#[test]
fn gates_of_wesnoth_hang_between_their_walls() {
    let text = "Gg, Gg, Gg, Gg, Gg\n\
        Gg, Xu, Gg, Xu, Gg\n\
        Gg, Xu, Rr^Pr|, Xu, Gg\n\
        Gg, Xu, Gg^Pw|o, Xu, Gg\n\
        Gg, Xu, Gg, Xu, Gg\n\
        Gg, Gg, Gg, Gg, Gg\n";
    let (map, said) = check(Format::Wesnoth, text, &["#.#", "#=#", "#=#", "#.#"]);
    assert_eq!(walls(&map), ["B1|B2 Door"]);
    assert!(!map.borders[0].open);
    assert!(said.iter().any(|s| s.contains("doors")), "{said:?}");
}

#[test]
fn damaged_wesnoth_maps_are_refused() {
    refused(Format::Wesnoth, "", "it needs at least 1 × 1");
    refused(Format::Wesnoth, "Gg, Gg\nGg, Gg", "it needs at least 1 × 1");
    refused(
        Format::Wesnoth,
        "Gg, Gg, Gg\nGg, Gg\nGg, Gg, Gg",
        "this row has 2 cells",
    );
    refused(
        Format::Wesnoth,
        "Gg, Gg, Gg\nGg, G!, Gg\nGg, Gg, Gg",
        "not a terrain code",
    );
    refused(Format::Wesnoth, vec![0u8; 100], "not a text file");
    refused(Format::Wesnoth, "Gg,".repeat(2_000_000), "the limit is");
}

// ---------------------------------------------------------------- MegaMek

pub const BOARD: &str = "size 2 2\r\noption exit_roads_to_pavement false\r\nhex 0101 0 \"\" \"grass\"\r\nhex 0201 1 \"woods:1;foliage_elev:2\" \"grass\"\r\nhex 0102 3 \"road:1:9;cliff_top:1:2\" \"\"\r\nhex 0202 -1 \"water:1\" \"desert\"\r\nend\r\n";

#[test]
fn megamek_boards_keep_levels_and_cliffs() {
    let (map, said) = check(Format::MegaMek, BOARD, &[".T", "=~"]);
    assert_eq!(map.elevation, [0, 1, 3, -1]);
    assert_eq!(walls(&map), ["B1|A2 Wall"]);
    assert!(said.iter().any(|s| s.contains("options")), "{said:?}");
    assert!(said.iter().any(|s| s.contains("desert")), "{said:?}");
}

#[test]
fn what_megamek_boards_lose_is_listed() {
    let text = "# made by hand\nsize 3 2\noption roadsAutoExit false\ntag \"Forest\"\nweather rain\n\
        hex 0101 0 \"woods:1;fire:1;foliage_elev:3\" \"lunar\"\n\
        hex 0201 1 \"bridge:1:9;bridge_cf:90;bridge_elev:1;water:2\" \"\"\n\
        hex 0301 0 \"cliff_top:1;incline_top:1:3;mystery:2\" \"\"\n\
        hex 0102 0 \"metal_content:5\"\n\
        hex 0202 0 \"BUILDING:2;bldg_elev:3;bldg_cf:40\" \"\"\n\
        hex 0302 0 \"arms:1\" \"\"\nend\n";
    let (map, said) = try_read(Format::MegaMek, text.as_bytes(), None).unwrap();
    assert_eq!(map.elevation, [0, 2, 0, 0, 0, 0]);
    for what in [
        "lost 1 board options are",
        "lost 1 tags are not supported",
        "lost 1 lines that begin with weather",
        "lost 1 the theme \"lunar\" is only decoration",
        "lost 1 fire in the same hex as woods was left out",
        "lost 1 water below bridges was left out",
        "lost 1 the exits of bridge are not supported",
        "lost 1 foliage 3 levels high became foliage of the usual height",
        "lost 1 a cliff_top without sides",
        "lost 1 incline_top is not supported",
        "lost 1 terrain mystery is unknown and was left out",
        "lost 1 metal_content is not supported",
        "lost 1 bldg_cf is not supported",
        "lost 1 bridge_cf is not supported",
        "lost 1 arms is not supported",
    ] {
        assert!(said.iter().any(|s| s.starts_with(what)), "{what}: {said:?}");
    }
}

#[test]
fn kinds_of_a_megamek_terrain_that_are_one_here_are_listed() {
    let text = "size 4 2\n\
        hex 0101 0 \"pavement:1:63;road:3:10\" \"\"\n\
        hex 0201 0 \"woods:3:20;foliage_elev:2\" \"\"\n\
        hex 0301 0 \"water:1\" \"\"\n\
        hex 0401 0 \"water:4\" \"\"\n\
        hex 0102 0 \"rough:1:20\" \"\"\n\
        hex 0202 0 \"solaris_elevator:5:2\" \"\"\n\
        hex 0302 0 \"mud:1\" \"\"\n\
        hex 0402 0 \"woods:2;foliage_elev:2\" \"\"\nend\n";
    let (map, said) = check(Format::MegaMek, text, &["=F~w", "o=aF"]);
    let mud = map.terrains.iter().find(|t| t.name == "mud").expect("mud");
    assert!(!mud.water, "{mud:?}");
    let expected = [
        "lost 1 pavement in the same hex as road was left out",
        "lost 1 road 3 is treated as road 1",
        "lost 1 solaris_elevator does not move",
        "lost 1 water 4 is treated as water 2",
        "lost 1 the exits of pavement are not supported",
        "lost 1 the exits of road are not supported",
        "lost 1 woods 3 is treated as woods 2",
    ];
    assert_eq!(said.len(), expected.len(), "{said:?}");
    for what in expected {
        assert!(said.iter().any(|s| s.starts_with(what)), "{what}: {said:?}");
    }
}

#[test]
fn a_road_through_woods_of_megamek_is_both() {
    let text = "size 3 2\n\
        hex 0101 0 \"woods:1;road:1:9;foliage_elev:2\" \"\"\n\
        hex 0201 0 \"woods:2;pavement:1;foliage_elev:2\" \"\"\n\
        hex 0301 0 \"woods:1;foliage_elev:2\" \"\"\n\
        hex 0102 0 \"swamp:1;road:2:9\" \"\"\n\
        hex 0202 0 \"water:1;road:1:9\" \"\"\n\
        hex 0302 0 \"building:1;bldg_elev:2;road:1\" \"\"\nend\n";
    let (map, said) = try_read(Format::MegaMek, text.as_bytes(), None).unwrap();
    let kinds = map.terrain.iter();
    let kinds: Vec<_> = kinds.map(|t| &map.terrains[usize::from(t.0)]).collect();
    let names: Vec<_> = kinds.iter().map(|t| t.name.as_str()).collect();
    let expected = [
        "road through wood",
        "road through thicket",
        "wood",
        "road through mire",
        "water",
        "building 2",
    ];
    assert_eq!(names, expected);
    let (road, wood) = (kinds[0], kinds[2]);
    assert_eq!((road.cost, wood.cost), (Cost::Plain, Cost::Hard));
    assert_eq!(
        (road.sight, road.height, road.cover),
        (wood.sight, wood.height, wood.cover)
    );
    assert!(kinds[3].water, "a swamp stays wet beside its road");
    for what in [
        "changed 1 a road through woods makes movement easy from every side",
        "changed 1 a pavement through woods makes movement easy",
        "changed 1 a road through swamp makes",
        "lost 1 road in the same hex as water was left out",
        "lost 1 road in the same hex as building was left out",
    ] {
        assert!(said.iter().any(|s| s.starts_with(what)), "{what}: {said:?}");
    }
    assert!(!said.iter().any(|s| s.contains("with woods")), "{said:?}");
}

#[test]
fn deployment_zones_of_megamek_are_bits_of_their_exits() {
    // zones 1 and 3 (bits 0 and 2), both on the second hex
    let text = "size 4 1\n\
        hex 0101 0 \"deployment_zone:1:1\" \"\"\n\
        hex 0201 0 \"deployment_zone:1:5;woods:1\" \"\"\n\
        hex 0301 0 \"deployment_zone:1:4\" \"\"\n\
        hex 0401 0 \"deployment_zone:1\" \"\"\nend\n";
    let (map, said) = check(Format::MegaMek, text, &[".T.."]);
    let zones: Vec<_> = map.zones.iter().collect();
    assert_eq!(zones.len(), 2);
    let spaces = |i: usize| zones[i].spaces.iter().map(|s| s.0).collect::<Vec<_>>();
    assert_eq!((zones[0].seat, spaces(0)), (Some(1), vec![0, 1]));
    assert_eq!((zones[1].seat, spaces(1)), (Some(2), vec![1, 2]));
    assert_eq!(
        said,
        [
            "lost 1 a deployment_zone without a number is not supported",
            "changed 1 deployment zone 3 became the zone of seat 2",
        ]
    );
    // every board has room for eight
    let text = "size 1 1\nhex 0101 0 \"deployment_zone:1:2147483647\" \"\"\nend\n";
    let (map, said) = try_read(Format::MegaMek, text.as_bytes(), None).unwrap();
    assert_eq!(map.zones.len(), 8);
    assert!(said[0].contains("seats beyond 8"), "{said:?}");
}

#[test]
fn of_several_waters_of_megamek_the_one_counts_that_is_met() {
    let text = "size 4 1\n\
        hex 0101 0 \"water:2;ice:1\" \"\"\n\
        hex 0201 0 \"water:1;rapids:1\" \"\"\n\
        hex 0301 0 \"water:3;rapids:2\" \"\"\n\
        hex 0401 0 \"bridge:1:9;bridge_elev:1;water:2\" \"\"\nend\n";
    let (map, _) = try_read(Format::MegaMek, text.as_bytes(), None).unwrap();
    let names = map.terrain.iter();
    let names = names.map(|t| map.terrains[usize::from(t.0)].name.as_str());
    assert_eq!(names.collect::<Vec<_>>(), ["ice", "water", "deep", "floor"]);
}

#[test]
fn megamek_boards_over_99_are_read_in_order() {
    let mut text = "size 120 2\n".to_owned();
    for row in 1..=2 {
        for column in 1..=120 {
            let is = if (column, row) == (112, 2) {
                "building:1;bldg_elev:7;bldg_cf:40"
            } else {
                ""
            };
            text += &format!(
                "hex {column:02}{row:02} {} \"{is}\" \"\"\n",
                if row == 2 { 12 } else { 0 }
            );
        }
    }
    let (map, said) = try_read(Format::MegaMek, (text + "end").as_bytes(), None).unwrap();
    let there = map.grid.at(111, 1).unwrap();
    assert_eq!(
        map.terrains[usize::from(map.terrain[there.index()].0)].height,
        7
    );
    assert_eq!((map.elevation[0], map.elevation[there.index()]), (-3, 9));
    assert!(said.iter().any(|s| s.contains("lowered by 3")), "{said:?}");
}

#[test]
fn damaged_megamek_boards_are_refused() {
    refused(Format::MegaMek, "", "there is no line size");
    refused(Format::MegaMek, "size 0 0\nend", "it needs at least 1 × 1");
    refused(Format::MegaMek, "size 99999 99999\n", "the limit is");
    refused(Format::MegaMek, "size 2 x\n", "expected size");
    refused(
        Format::MegaMek,
        "hex 0101 0 \"\" \"\"",
        "before the line size",
    );
    refused(
        Format::MegaMek,
        "size 1 1\nhex 0101 high \"\" \"\"\nend",
        "cannot be read",
    );
    refused(
        Format::MegaMek,
        "size 1 1\nhex 0101 0 \"\" \"\"\nhex 0101 0 \"\" \"\"\nend",
        "more hexes",
    );
    for end in 1..BOARD.len() - 8 {
        refused(Format::MegaMek, &BOARD[..end], "");
    }
}
