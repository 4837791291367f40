//! Wesnoth scenarios whose map is another file, and those put together of files.

use super::*;

const ROWS: &str = "Gg, Gg, Gg, Gg\nGg, 1 Ke, Gs^Fp, Gg\nGg, Ww, 2 Ke, Gg\nGg, Gg, Gg, Gg\n";

/// Converts a file of a folder; what is written, or what is said against it.
fn from(files: &[(&str, &str)], file: &str, root: Option<&str>) -> Result<String, String> {
    let home = TempDir::new().unwrap();
    for (name, text) in files {
        let path = home.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let path = |name: &str| home.path().join(name).display().to_string();
    let mut words = vec![path(file), path("out.toml")];
    words.extend(
        root.into_iter()
            .flat_map(|r| ["--root".to_owned(), path(r)]),
    );
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let (code, out, err) = convert(&words);
    match code {
        0 => Ok(out + &fs::read_to_string(path("out.toml")).unwrap()),
        2 => Err(err.replace(&path(""), "")),
        _ => panic!("{code} {err}"),
    }
}

fn read_from(files: &[(&str, &str)], file: &str, root: Option<&str>) -> String {
    let text = from(files, file, root).unwrap_or_else(|e| panic!("{e}"));
    assert!(text.contains("\naT\n~a"), "{text}");
    text
}

#[test]
fn a_map_named_in_the_folder_is_read() {
    for name in [
        "map_data=\"{ford.map}\"",
        "map_data = \"{./ford.map}\"",
        "map_file=ford.map",
        "map_file=\"ford.map\" # the ford",
        // as in the game's own folders, copied out of them
        "map_data=\"{multiplayer/maps/ford.map}\"",
        "map_data=\"{@multiplayer/maps/ford.map}\"",
    ] {
        let scenario = format!("# map_file=none.map\n[scenario]\n    {name}\n[/scenario]\n");
        let files = [("x.cfg", scenario.as_str()), ("ford.map", ROWS)];
        let said = read_from(&files, "x.cfg", None);
        assert!(
            said.contains("the map was read from another file (ford.map)"),
            "{said}"
        );
        let files = [("x.cfg", scenario.as_str()), ("maps/ford.map", ROWS)];
        assert_eq!(
            from(&files, "x.cfg", None).is_ok(),
            !name.contains("./"),
            "{name}"
        );
    }
}

#[test]
fn a_map_further_up_is_read_where_that_is_allowed() {
    let campaign = |name: &str| format!("[scenario]\n    map_file={name}\n[/scenario]\n");
    for name in ["ford.map", "campaigns/x/maps/ford.map"] {
        let text = campaign(name);
        let files = [
            ("data/campaigns/x/scenarios/1.cfg", text.as_str()),
            ("data/campaigns/x/maps/ford.map", ROWS),
        ];
        read_from(&files, "data/campaigns/x/scenarios/1.cfg", Some("data"));
        let said = from(&files, "data/campaigns/x/scenarios/1.cfg", None).unwrap_err();
        assert!(
            said.contains("1.cfg:2:1: the map of this scenario is in another file"),
            "{said}"
        );
        assert!(said.contains("--root"), "{said}");
    }
    // nothing outside is opened, whatever it is called
    let text = campaign("../../secret.map");
    let files = [("a/b/x.cfg", text.as_str()), ("secret.map", ROWS)];
    let said = from(&files, "a/b/x.cfg", None).unwrap_err();
    assert!(said.contains("outside its folder"), "{said}");
    read_from(&files, "a/b/x.cfg", Some(""));
    for name in ["{~/maps/ford.map}", "maps/{WHICH}.map"] {
        let text = campaign(name);
        let files = [("x.cfg", text.as_str()), ("ford.map", ROWS)];
        let said = from(&files, "x.cfg", None).unwrap_err();
        assert!(said.contains("is in another file"), "{said}");
    }
}

#[test]
fn scenarios_put_together_of_files_are_followed_and_do_not_go_round() {
    let main = "#define X\n#enddef\n{./sides.cfg}\n{MACRO {ONE}}\n{~add-ons/a.cfg}\n{gone.cfg}\n{parts/field.cfg}\n";
    let files = [
        ("main.cfg", main),
        (
            "sides.cfg",
            "[side]\n    # nothing\n    {main.cfg}\n    {./sides.cfg}\n[/side]\n",
        ),
        (
            "parts/field.cfg",
            "[scenario]\nstory=\"map_file=no.map\"\nmap_file=./ford.map\n{GOLD 100}\n[/scenario]\n",
        ),
        ("parts/ford.map", ROWS),
    ];
    let said = read_from(&files, "main.cfg", None);
    for what in [
        "{MACRO {ONE}}",
        "{~add-ons/a.cfg}",
        "{gone.cfg}",
        "{main.cfg}",
        "{GOLD 100}",
    ] {
        assert!(said.contains(what), "{what}: {said}");
    }
    assert!(said.contains("parts/ford.map"), "{said}");
    let files = [("main.cfg", "{other.cfg}\n"), ("other.cfg", "{main.cfg}\n")];
    let said = from(&files, "main.cfg", None).unwrap_err();
    assert!(said.contains("has no map_data"), "{said}");
    // a map that is a scenario is none
    let files = [("main.cfg", "[a]\nmap_file=main.cfg\n")];
    let said = from(&files, "main.cfg", None).unwrap_err();
    assert!(said.contains("main.cfg (not a map)"), "{said}");
}

#[test]
fn a_scenario_may_begin_with_what_its_macros_stand_for() {
    let text = "#textdomain x\n#define TALE\n    _\"A ford, long ago, in the west.\"\n#enddef\n[scenario]\n    map_file=ford.map\n[/scenario]\n";
    read_from(&[("x.cfg", text), ("ford.map", ROWS)], "x.cfg", None);
}

#[test]
fn faults_of_a_map_in_another_file_name_that_file() {
    let bad = ROWS.replace("Ww,", "Ww");
    let files = [
        ("x.cfg", "[scenario]\nmap_file=ford.map\n"),
        ("ford.map", bad.as_str()),
    ];
    let said = from(&files, "x.cfg", None).unwrap_err();
    assert!(
        said.contains("ford.map:3:1: this row has 3 cells"),
        "{said}"
    );
}

#[test]
fn maps_of_add_ons_are_found_and_the_advice_works() {
    let scenario = "[scenario]\n    map_data=\"{~add-ons/Old_Roads/maps/ford.map}\"\n[/scenario]\n";
    let at = "Old_Roads/scenarios/deep/1.cfg";
    let files = [(at, scenario), ("Old_Roads/maps/ford.map", ROWS)];
    // by the folder of the add-on, or of all add-ons
    for root in ["Old_Roads", ""] {
        let said = read_from(&files, at, Some(root));
        assert!(said.contains("../../maps/ford.map"), "{said}");
    }
    let said = from(&files, at, None).unwrap_err();
    assert!(
        said.contains("1.cfg:2:1: the map of this scenario"),
        "{said}"
    );
    // one: the folder that holds both
    let named = "give --root with the folder that holds this scenario and maps/ford.map";
    assert!(said.contains(named), "{said}");
    // another: beside the scenario
    assert!(said.contains("put it beside the scenario"), "{said}");
    let beside = [(at, scenario), ("Old_Roads/scenarios/deep/ford.map", ROWS)];
    read_from(&beside, at, None);
    // the third: the map itself
    assert!(said.contains("convert that file"), "{said}");
    let text = from(&files, "Old_Roads/maps/ford.map", None).unwrap();
    assert!(text.contains("\naT\n~a"), "{text}");
    // nothing outside the folder that was named
    assert!(from(&files, at, Some("Old_Roads/scenarios")).is_err());
}
