use super::*;
use proptest::prelude::*;
use unicode_width::UnicodeWidthStr;

fn shown(text: &str) -> String {
    glyphs(text, Charset::Unicode).map(|glyph| glyph.text.into_owned()).collect()
}

#[test]
fn what_a_terminal_would_obey_or_hide_is_escaped() {
    for (text, expect) in [
        ("\x1b[31mred", r"\x1b[31mred"),
        ("a\u{202e}b", r"a\u202eb"),
        ("\u{2066}x\u{2069}", r"\u2066x\u2069"),
        ("a\tb\r\nc\0", r"a\tb\r\nc\x00"),
        ("\u{9b}31m\u{7f}", r"\x9b31m\x7f"),
        ("\u{feff}\u{200b}\u{ad}", r"\ufeff\u200b\xad"),
        ("\u{301}a", r"\u0301a"),
        ("\u{e0041}", r"\u{e0041}"),
        ("\u{2028}", r"\u2028"),
    ] {
        assert_eq!(shown(text), expect, "{text:?}");
    }
}

#[test]
fn glyphs_have_the_width_that_every_terminal_gives_them() {
    for (text, expect, cells) in [
        ("abc", "abc", 3),
        ("商店", "商店", 4),
        ("e\u{301}tat", "e\u{301}tat", 4),
        ("👨\u{200d}👩\u{200d}👧", "👨👩👧", 6),
        ("👍\u{1f3fd}", "👍", 2),
        ("❤\u{fe0f}", "❤", 1),
        ("🇩🇪", "🇩🇪", 2),
        ("한국", "한국", 4),
        ("שלום", "שלום", 4),
        ("क्ष", "क्ष", 2),
    ] {
        assert_eq!(shown(text), expect, "{text:?}");
        assert_eq!(width(text, Charset::Unicode), cells, "{text:?}");
    }
}

#[test]
fn marks_without_end_are_cut_to_what_scripts_use() {
    let heap = format!("a{}b", "\u{301}".repeat(500_000));
    let pieces: Vec<_> = glyphs(&heap, Charset::Unicode).collect();
    assert_eq!(pieces.len(), 2);
    assert_eq!(pieces[0].text.chars().count(), 7);
}

#[test]
fn the_c_locale_gets_seven_bits() {
    let text: String =
        glyphs("é商👍\x1b", Charset::SevenBit).map(|glyph| glyph.text.into_owned()).collect();
    assert_eq!(text, r"\xe9\u5546\u{1f44d}\x1b");
}

#[test]
fn tabs_of_a_source_line_reach_the_next_stop() {
    let line: String = glyphs("\ta\tb", Charset::Unicode)
        .with_tab_stops()
        .map(|glyph| glyph.text.into_owned())
        .collect();
    assert_eq!(line, "    a   b");
}

#[test]
fn cutting_keeps_glyphs_whole_and_says_that_it_cut() {
    for (text, limit, expect) in [
        ("abcdef", 6, "abcdef"),
        ("abcdef", 5, "abc.."),
        ("abcdef", 2, ".."),
        ("abcdef", 1, "."),
        ("abcdef", 0, ""),
        ("商店街", 5, "商.."),
        ("商店街", 6, "商店街"),
        ("ab\x1b", 5, "ab.."),
        ("", 3, ""),
    ] {
        assert_eq!(cut(text, limit, "..", Charset::Unicode), expect, "{text:?} in {limit}");
    }
}

#[test]
fn a_path_keeps_its_end() {
    for (text, limit, expect) in [
        ("app/cartridge/Cart.js", 21, "app/cartridge/Cart.js"),
        ("app/cartridge/Cart.js", 10, "../Cart.js"),
        ("商店/a.js", 7, "../a.js"),
        ("abc", 0, ""),
    ] {
        assert_eq!(cut_left(text, limit, "..", Charset::Unicode), expect, "{text:?} in {limit}");
    }
}

#[test]
fn a_megabyte_is_read_only_as_far_as_it_shows() {
    let long = "x".repeat(1 << 20);
    assert_eq!(cut(&long, 10, "..", Charset::Unicode), "xxxxxxxx..");
    assert_eq!(cut_left(&long, 10, "..", Charset::Unicode), "..xxxxxxxx");
    assert_eq!(width_up_to(&long, 10, Charset::Unicode), 11);
}

proptest! {
    #[test]
    fn no_text_is_wider_than_its_room(text in "\\PC*|[\\x00-\\x{2fff}]*", limit in 0_usize..40) {
        for cut in [cut(&text, limit, "..", Charset::Unicode), cut_left(&text, limit, "…", Charset::Unicode)] {
            prop_assert!(cut.width() <= limit, "{cut:?}");
            prop_assert!(!cut.chars().any(char::is_control), "{cut:?}");
        }
    }

    #[test]
    fn every_glyph_measures_as_it_says(text in any::<String>()) {
        for glyph in glyphs(&text, Charset::Unicode) {
            prop_assert_eq!(glyph.text.width(), glyph.width);
            prop_assert_eq!(glyph.cells().map(|(_, width)| width).sum::<usize>(), glyph.width);
        }
    }

    #[test]
    fn seven_bits_stay_seven_bits(text in any::<String>()) {
        let cut = cut(&text, 60, "..", Charset::SevenBit);
        prop_assert!(cut.bytes().all(|byte| matches!(byte, b' '..=b'~')));
    }
}

#[test]
fn a_place_loses_its_middle_first_and_its_line_never() {
    for (limit, expect) in [
        (40, "app_storefront/Cart.js:142"),
        (26, "app_storefront/Cart.js:142"),
        (22, "app_stor../Cart.js:142"),
        (16, "ap../Cart.js:142"),
        (15, "Cart.js:142"),
        (11, "Cart.js:142"),
        (9, "Car..:142"),
        (4, ":142"),
        (2, ":142"),
    ] {
        let place = "app_storefront/Cart.js:142";
        assert_eq!(cut_place(place, limit, "..", Charset::Unicode), expect, "{limit}");
    }
    assert_eq!(cut_place("odd", 2, "..", Charset::Unicode), "..");
}
