//! Pictures that a map names: they lie in its folder or below, and are small enough.

use skirmish::files::image::{self, Kind};
use skirmish::files::png::png;
use skirmish::store::beside::picture;
use std::fs;
use std::path::Path;

/// A PNG file whose head claims this size.
fn claiming(wide: u32, high: u32) -> Vec<u8> {
    let mut bytes = png(1, 1, &[[0; 4]]);
    bytes[16..20].copy_from_slice(&wide.to_be_bytes());
    bytes[20..24].copy_from_slice(&high.to_be_bytes());
    bytes
}

/// The refusal of a picture of the map `maps/m.toml`.
fn refused(home: &Path, named: &str) -> String {
    let why = picture(&home.join("maps/m.toml"), named);
    let why = why.expect_err(named).to_string();
    let begin = format!("picture {named:?}: ");
    assert!(why.starts_with(&begin), "{why}");
    why[begin.len()..].to_owned()
}

#[test]
fn a_picture_lies_in_the_folder_of_its_map_or_below() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    fs::create_dir_all(home.join("maps/art")).unwrap();
    let bytes = png(2, 1, &[[9; 4]; 2]);
    for place in ["secret.png", "maps/in.png", "maps/art/below.png"] {
        fs::write(home.join(place), &bytes).unwrap();
    }
    for named in [
        "in.png",
        "./in.png",
        "art/below.png",
        "art\\below.png",
        "art/../in.png",
    ] {
        let found = picture(&home.join("maps/m.toml"), named).expect(named);
        assert_eq!(found.bytes, bytes);
        assert_eq!(
            found.about,
            image::About {
                kind: Kind::Png,
                wide: 2,
                high: 1
            }
        );
    }
    let whole = home.join("maps/in.png").display().to_string();
    for named in [
        "../secret.png",
        "art/../../secret.png",
        &whole,
        "C:\\secret.png",
        "file:///secret.png",
        "https://example.org/a.png",
        "/dev/zero",
        "in.png\0",
        "../../../../../../../../../../../../etc/passwd",
    ] {
        assert!(
            refused(home, named).contains("outside the map's folder"),
            "{named}"
        );
    }
    assert!(refused(home, "none.png").contains("cannot be read"));
    assert!(refused(home, "art").contains("is a directory"));
    assert!(refused(home, "").contains("is a directory"));
}

#[cfg(unix)]
#[test]
fn links_lead_nowhere_else() {
    use std::os::unix::fs::symlink;
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    fs::create_dir_all(home.join("maps")).unwrap();
    fs::create_dir_all(home.join("away")).unwrap();
    for place in ["away/a.png", "maps/in.png"] {
        fs::write(home.join(place), png(1, 1, &[[0; 4]])).unwrap();
    }
    symlink("../away/a.png", home.join("maps/out.png")).unwrap();
    symlink("../away", home.join("maps/folder")).unwrap();
    symlink("in.png", home.join("maps/good.png")).unwrap();
    symlink("loop.png", home.join("maps/loop.png")).unwrap();
    symlink("/dev/zero", home.join("maps/zero.png")).unwrap();
    for named in ["out.png", "folder/a.png", "zero.png"] {
        assert!(
            refused(home, named).contains("a link to a place outside"),
            "{named}"
        );
    }
    assert!(refused(home, "loop.png").contains("cannot be read"));
    assert!(picture(&home.join("maps/m.toml"), "good.png").is_ok());
    // the folder of the map may be reached over a link itself
    symlink("maps", home.join("short")).unwrap();
    assert!(picture(&home.join("short/m.toml"), "in.png").is_ok());
}

#[test]
fn a_picture_has_limits() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    fs::create_dir_all(home.join("maps")).unwrap();
    let put = |name: &str, bytes: &[u8]| fs::write(home.join("maps").join(name), bytes).unwrap();
    for (wide, high) in [
        (16_385, 1),
        (1, 16_385),
        (16_384, 16_384),
        (u32::MAX, u32::MAX),
    ] {
        put("large.png", &claiming(wide, high));
        let why = refused(home, "large.png");
        assert!(why.contains("the limits are 16384 a side"), "{why}");
    }
    put("flat.png", &claiming(0, 5));
    assert!(refused(home, "flat.png").contains("0 × 5 pixels"));
    put("fits.png", &claiming(8_192, 8_192));
    assert!(picture(&home.join("maps/m.toml"), "fits.png").is_ok());
    put("cut.png", &png(1, 1, &[[0; 4]])[..20]);
    assert!(refused(home, "cut.png").contains("damaged"));
    for text in ["<svg xmlns=\"http://www.w3.org/2000/svg\"/>", "", "GIF89a"] {
        put("other.png", text.as_bytes());
        assert!(
            refused(home, "other.png").contains("no PNG, JPEG or WebP"),
            "{text}"
        );
    }
    // a long file is refused before it is read: this one has no blocks on the disk
    let long = fs::File::create(home.join("maps/long.png")).unwrap();
    long.set_len(image::MOST_BYTES + 1).unwrap();
    let why = refused(home, "long.png");
    assert!(why.contains("longer than 32 MiB"), "{why}");
}
