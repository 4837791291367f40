//! Inputs that once failed under the fuzzer, one file each in `tests/findings/TARGET`.

#[path = "../fuzz/src/lib.rs"]
#[allow(dead_code)]
mod inputs;

use std::fs;
use std::path::Path;

#[test]
fn what_the_fuzzer_found_is_mended() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/findings");
    for target in fs::read_dir(folder).expect("a folder of findings") {
        let target = target.expect("an entry");
        let name = target.file_name().to_string_lossy().into_owned();
        for finding in fs::read_dir(target.path()).expect("a folder of a target") {
            let path = finding.expect("an entry").path();
            let data = fs::read(&path).expect("a finding");
            let done = std::panic::catch_unwind(|| inputs::run(&name, &data));
            assert!(done.is_ok(), "{} fails again", path.display());
        }
    }
}
