//! Files cut off, bytes changed, pieces put elsewhere: every reader refuses or reads, none falls.

use super::hex_maps::BOARD;
use super::uvtt_maps::vtt;
use super::{shipped_maps, try_read};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;
use skirmish::files::foreign::Format;
use skirmish::files::{tiled, uvtt, write};

const JSON: &str = r#"{"orientation":"staggered","width":3,"height":2,"tilewidth":32,"tileheight":32,
"staggeraxis":"y","staggerindex":"odd","tilesets":[{"firstgid":1,"name":"t","tiles":[{"id":0,"type":"grass"}]}],
"layers":[{"type":"tilelayer","name":"g","width":3,"height":2,"data":[1,2,2,0,1,2147483649]},
{"type":"group","layers":[{"type":"objectgroup","name":"o","objects":[
{"id":1,"type":"wall","x":2,"y":3,"polyline":[{"x":0,"y":0},{"x":40,"y":9}]},
{"id":2,"type":"door","x":28,"y":0,"width":8,"height":32},
{"id":3,"name":"spawn 2","ellipse":true,"x":10,"y":40,"width":30,"height":30}]}]}]}"#;

const TERRAIN: &str = "border_size=1\nusage=map\n\nGg, Gg, Gg, Gg\nGg, 1 Ke, Hh^Fp, Gg\nGg, Gg^Ecf, 2 Rr, Gg\nGg, Gg, Gg, Gg\n";

/// Files of every format, most of them with something of everything.
fn files() -> Vec<(Format, Vec<u8>)> {
    let shipped = |wanted: &str| shipped_maps().find(|(name, _)| *name == wanted).unwrap().1;
    let walls = ",\"line_of_sight\":[[{\"x\":1,\"y\":0.5},{\"x\":2.5,\"y\":2}]],\"portals\":[{\"position\":{\"x\":1,\"y\":1},\"bounds\":[{\"x\":1,\"y\":0},{\"x\":1,\"y\":1}],\"closed\":false}]";
    let small = super::map::read(&skirmish::source::Source::new("small", SMALL)).unwrap();
    [
        (Format::Skirmish, write(&shipped("castle"))),
        (Format::Skirmish, SMALL.to_owned()),
        (Format::Uvtt, vtt(3.0, 3.0, walls)),
        (Format::Uvtt, uvtt::write(&small, None).unwrap().0),
        (Format::Tmx, tiled::write(&shipped("ford"), "tiles.png")),
        (Format::Tmx, super::tiled_maps::packed_map()),
        (Format::Tmj, JSON.to_owned()),
        (Format::Wesnoth, TERRAIN.to_owned()),
        (
            Format::Wesnoth,
            format!("#define A {{B {{C}}}}\n#enddef\n[scenario]\n{{./é.cfg}} # \"é\nname=_\"ö\"\nmap_data=\"{TERRAIN}\"\n{{D 1}}\nmap_file=x.map\n[/scenario]\n"),
        ),
        (Format::MegaMek, BOARD.to_owned()),
    ]
    .into_iter()
    .map(|(format, text)| (format, text.into_bytes()))
    .collect()
}

const SMALL: &str = r##"format = "skirmish-map/1"
name = "Small"
grid = "square"
terrain = """
..~x
T..."""
elevation = """
0a10
0000"""
[legend]
x = { name = "crate", cost = "no", sight = "partial", height = 1, hits = 2, becomes = "rubble", colour = "#123456" }
[[border]]
between = ["A1|A2", "B1|B2"]
kind = "door"
open = true
[[zone]]
kind = "deployment"
seat = 1
spaces = ["A1:B2"]
"##;

/// The same bytes with a few things wrong.
fn spoilt(bytes: &[u8], chance: &mut Pcg32) -> Vec<u8> {
    let mut out = bytes.to_vec();
    for _ in 0..chance.random_range(1..=4) {
        if out.is_empty() {
            break;
        }
        let at = chance.random_range(0..out.len());
        let other = chance.random_range(0..out.len());
        match chance.random_range(0..7) {
            0 => out.truncate(at),
            1 => out[at] ^= 1 << chance.random_range(0..8),
            2 => out[at] = chance.random(),
            3 => out.swap(at, other),
            // numbers grow, change their sign, become broken
            4 => {
                let digits: Vec<usize> = (0..out.len())
                    .filter(|i| out[*i].is_ascii_digit())
                    .collect();
                if let Some(i) = digits.get(at % digits.len().max(1)) {
                    let new: &[u8] = [
                        &b"99999999999"[..],
                        b"-1",
                        b"0",
                        b"1e308",
                        b"0.5",
                        b"4294967295",
                    ][chance.random_range(0..6)];
                    out.splice(*i..=*i, new.iter().copied());
                }
            }
            5 => {
                let end = (at + chance.random_range(1..=40)).min(out.len());
                out.drain(at..end);
            }
            _ => {
                let end = (at + chance.random_range(1..=40)).min(out.len());
                let piece = out[at..end].to_vec();
                out.splice(other..other, piece);
            }
        }
    }
    out
}

#[test]
fn no_reader_falls_over_a_damaged_file() {
    let chance = &mut Pcg32::seed_from_u64(11);
    for (format, bytes) in files() {
        try_read(format, &bytes, None).unwrap_or_else(|why| panic!("{}: {why}", format.name()));
        let refused = (0..250)
            .filter_map(|_| try_read(format, &spoilt(&bytes, chance), None).err())
            .inspect(|why| assert!(!why.trim().is_empty()));
        assert!(refused.count() > 0, "{}", format.name());
    }
}

#[test]
fn no_reader_falls_over_the_file_of_another() {
    let all = files();
    for (format, _) in &all {
        for (_, bytes) in &all {
            let _ = try_read(*format, bytes, None);
        }
    }
}
