//! Tests that are made once a ruleset, so that they run side by side.

/// Makes a test for every ruleset, which calls a function with it; and one that none is missing.
macro_rules! for_each_ruleset {
    ($check:path) => {
        for_each_ruleset!($check: vsgmr vsgmr2017 violence plastic d8);
    };
    ($check:path: $($(#[$mark:meta])* $ruleset:ident)*) => {
        $(
            #[test]
            $(#[$mark])*
            fn $ruleset() {
                let rules = skirmish::rules::Rules::named(stringify!($ruleset));
                $check(rules.expect("a ruleset"));
            }
        )*

        #[test]
        fn no_ruleset_is_missing() {
            let all = skirmish::rules::Rules::ALL.map(skirmish::rules::Rules::name);
            assert_eq!([$(stringify!($ruleset)),*], all);
        }
    };
}
