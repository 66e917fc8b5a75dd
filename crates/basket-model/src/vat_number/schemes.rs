//! The table of VAT numbers: for each country its prefix, its forms, and how their check digits are tested. It must never
//! know what people type.

use super::{
    check_digits::Check::{self, Absent, Iso7064, Luhn, National, Weighted},
    form::has_form,
    national,
};

/// The VAT numbers of a country.
pub(super) struct Scheme {
    /// The country by its ISO 3166 code; `XI` for Northern Ireland.
    pub country: &'static str,
    /// What its numbers start with.
    pub prefix: &'static str,
    /// A number with the prefix.
    pub example: &'static str,
    /// Whether the country is a member state of the European Union.
    pub is_member: bool,
    /// The forms of numbers without the prefix. No number has two of them.
    pub forms: Forms,
}

/// Whether a number is valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    Valid,
    WrongCheckDigits,
    WrongForm,
}

impl Scheme {
    /// The VAT numbers of a country, by its ISO 3166 code. Those of Monaco are French.
    pub(super) fn for_country(country: &str) -> Option<&'static Self> {
        let country = if country == "MC" { "FR" } else { country };
        SCHEMES.iter().find(|scheme| scheme.country == country)
    }

    /// What follows the prefix. The country's code is accepted in its place: people write `GR` and `CH`, too.
    pub(super) fn strip_prefix<'a>(&self, typed: &'a str) -> Option<&'a str> {
        typed.strip_prefix(self.prefix).or_else(|| typed.strip_prefix(self.country))
    }

    /// A number without the prefix in its canonical form, and whether it is valid.
    pub(super) fn judge(&self, number: &str) -> (String, Verdict) {
        let number = self.complete(number);
        let form = self.forms.iter().find(|(pattern, _)| has_form(&number, pattern));
        // Zero is a multiple of everything, so it would pass many checks.
        let has_value = number.bytes().any(|digit| matches!(digit, b'1'..=b'9'));
        let verdict = match form {
            Some((_, check)) if has_value && check.holds(number.as_bytes()) => Verdict::Valid,
            Some(_) if has_value => Verdict::WrongCheckDigits,
            _ => Verdict::WrongForm,
        };
        (number, verdict)
    }

    /// Adds what people leave out: the zero that old numbers did not have, and suffixes.
    fn complete(&self, number: &str) -> String {
        match (self.prefix, number.len()) {
            ("BE", 9) | ("EL", 8) => format!("0{number}"),
            ("NO", 9) => format!("{number}MVA"),
            ("CHE", 9) => format!("{number}MWST"),
            _ => number.to_owned(),
        }
    }
}

type Forms = &'static [(&'static str, Check)];

const fn member(country: &'static str, example: &'static str, forms: Forms) -> Scheme {
    Scheme { country, prefix: country, example, is_member: true, forms }
}

const fn outside(country: &'static str, example: &'static str, forms: Forms) -> Scheme {
    Scheme { country, prefix: country, example, is_member: false, forms }
}

const BRITISH: Forms = &[
    ("#########", National(national::united_kingdom)),
    ("############", National(national::united_kingdom)),
    // Government departments and health authorities.
    ("GD[01234]##", Absent),
    ("HA[56789]##", Absent),
];

const SWISS: Check = Weighted(11, &[5, 4, 3, 2, 7, 6, 5, 4, 1]);

/// All countries whose numbers are known.
pub(super) const SCHEMES: [Scheme; 31] = [
    member("AT", "ATU13585627", &[("U########", National(national::austria))]),
    member("BE", "BE0428759497", &[("[01]#########", National(national::belgium))]),
    member(
        "BG",
        "BG175074752",
        &[
            ("#########", National(national::bulgaria)),
            ("##########", National(national::bulgaria_person)),
        ],
    ),
    member("CY", "CY10259033P", &[("########@", National(national::cyprus))]),
    member(
        "CZ",
        "CZ25123891",
        &[
            ("########", National(national::czechia)),
            ("6########", National(national::czechia_individual)),
            // Birth numbers before 1954 have no check digit.
            ("[012345789]########", Absent),
            ("##########", National(national::czechia_person)),
        ],
    ),
    member("DE", "DE136695976", &[("#########", Iso7064)]),
    member("DK", "DK13585628", &[("########", Weighted(11, &[2, 7, 6, 5, 4, 3, 2, 1]))]),
    member("EE", "EE100931558", &[("#########", Weighted(10, &[3, 7, 1, 3, 7, 1, 3, 7, 1]))]),
    member(
        "ES",
        "ESB58378431",
        &[
            ("########@", National(national::spain_citizen)),
            ("[XYZ]#######@", National(national::spain_foreigner)),
            ("[KLM]#######@", National(national::spain_without_card)),
            ("[ABCDEFGHJNPQRSUVW]#######?", National(national::spain_company)),
        ],
    ),
    member("FI", "FI20774740", &[("########", Weighted(11, &[7, 9, 10, 5, 8, 4, 2, 1]))]),
    member("FR", "FR40303265045", &[("??#########", National(national::france))]),
    Scheme {
        prefix: "EL",
        ..member("GR", "EL094259216", &[("#########", National(national::greece))])
    },
    member("HR", "HR33392005961", &[("###########", Iso7064)]),
    member("HU", "HU12892312", &[("########", Weighted(10, &[9, 7, 3, 1, 9, 7, 3, 1]))]),
    member(
        "IE",
        "IE6433435F",
        &[
            ("#######@", National(national::ireland)),
            ("#######@[ABCDEFGHIJKLMNOPQRSTUVW]", National(national::ireland_two_letters)),
            ("#[ABCDEFGHIJKLMNOPQRSTUVWXYZ+*]#####@", National(national::ireland_old)),
        ],
    ),
    member("IT", "IT00743110157", &[("###########", Luhn)]),
    member(
        "LT",
        "LT119511515",
        &[
            ("#######1#", National(national::lithuania)),
            ("##########1#", National(national::lithuania)),
        ],
    ),
    member("LU", "LU15027442", &[("########", National(national::luxembourg))]),
    member(
        "LV",
        "LV40003521600",
        &[
            ("[456789]##########", National(national::latvia)),
            // Personal codes: the method is not published for those since 2017, and not confirmed for older ones.
            ("[0123]##########", Absent),
        ],
    ),
    member("MT", "MT11679112", &[("########", Weighted(37, &[3, 4, 6, 7, 8, 9, 10, 1]))]),
    member("NL", "NL004495445B01", &[("#########B##", National(national::netherlands))]),
    // The last weight is -1.
    member("PL", "PL8567346215", &[("##########", Weighted(11, &[6, 5, 7, 2, 3, 4, 5, 6, 7, 10]))]),
    member("PT", "PT501964843", &[("#########", National(national::portugal))]),
    member(
        "RO",
        "RO18547290",
        &[
            ("[123456789]#~~~~~~~~", National(national::romania)),
            // Sources differ on whether persons use their personal code, so it is accepted.
            ("#############", National(national::romania_person)),
        ],
    ),
    member("SE", "SE556058115801", &[("############", National(national::sweden))]),
    member("SI", "SI50223054", &[("########", National(national::slovenia))]),
    member("SK", "SK2022749619", &[("##########", National(national::slovakia))]),
    outside("GB", "GB980780684", BRITISH),
    outside("XI", "XI432525179", BRITISH),
    Scheme {
        prefix: "CHE",
        ..outside(
            "CH",
            "CHE107787577MWST",
            &[
                ("#########MWST", SWISS),
                ("#########TVA", SWISS),
                ("#########IVA", SWISS),
                ("#########TPV", SWISS),
            ],
        )
    },
    outside(
        "NO",
        "NO995525828MVA",
        &[("#########MVA", Weighted(11, &[3, 2, 7, 6, 5, 4, 3, 2, 1]))],
    ),
];
