//! The tax of an order: rounded once for each rate.

use super::{
    Overflow, Situation, adjustment, divide,
    rules::{Rate, Rules, Tax, named_class},
    share,
    shipping::Offered,
    sum,
};
use crate::vat_number::{is_member_state, vat_prefix};
use basket_core::{
    cart::{Adjustment, AdjustmentKind, TaxBasis},
    money::Minor,
    product::Period,
};
use jiff::{Timestamp, civil::Date, tz::TimeZone};

/// Something that is taxed.
pub(super) struct Taxable<'a> {
    pub(super) class: Option<&'a str>,
    pub(super) amount: Minor,
}

/// Where and when an order is taxed.
pub(super) struct Place<'a> {
    country: Option<&'a str>,
    region: &'a str,
    day: Date,
    /// Whether the recipient pays the tax.
    is_reversed: bool,
}

impl<'a> Place<'a> {
    /// What is picked up is taxed in the shop's own country, all else where it goes to.
    pub(super) fn new(
        rules: &'a Rules,
        situation: &Situation<'a>,
        shipping: Option<&Offered>,
    ) -> Self {
        let Situation { country, region, vat_country, day, .. } = *situation;
        let is_pickup = shipping.is_some_and(|method| method.is_pickup);
        let home = rules.country.as_deref();
        let is_wanted = rules.tax.as_ref().is_some_and(|tax| tax.has_reverse_charge);
        // By their VAT numbers, because Monaco belongs to France.
        let is_other_state = |buyer: &str| {
            let home = home.filter(|home| is_member_state(home));
            is_member_state(buyer) && home.is_some_and(|home| vat_prefix(home) != vat_prefix(buyer))
        };
        // The goods have to leave the shop's country, and the buyer has to be a company of another.
        let leaves = country.is_some_and(is_other_state) && !is_pickup;
        let is_reversed = is_wanted && leaves && vat_country.is_some_and(is_other_state);
        let is_home = is_pickup && home.is_some() && home != country;
        let (country, region) = if is_home { (home, "") } else { (country, region) };
        Self { country, region, day, is_reversed }
    }

    /// The rate of a class: that of the region before that of the country, and of several the newest.
    fn rate<'r>(&self, tax: &'r Tax, class: Option<&str>) -> Option<&'r Rate> {
        let country = self.country?;
        let class = named_class(class);
        let is_here = |rate: &&Rate| {
            let is_region = |region: &str| region.eq_ignore_ascii_case(self.region);
            rate.country == country
                && named_class(rate.class.as_deref()) == class
                && rate.region.as_deref().is_none_or(is_region)
                && rate.from <= self.day
        };
        let found = tax.rates.iter().filter(is_here);
        found.max_by_key(|rate| (rate.region.is_some(), rate.from))
    }
}

/// The taxes of what is paid together, the highest rate first, of equals by name. Where no rate counts, there is no tax.
pub(super) fn adjustments<'a>(
    tax: &Tax,
    place: &Place<'_>,
    taxable: impl IntoIterator<Item = Taxable<'a>>,
    period: Option<Period>,
) -> Result<Vec<Adjustment>, Overflow> {
    let mut groups: Vec<(u32, &str, Vec<Minor>)> = Vec::new();
    let mut untaxed = Vec::new();
    for Taxable { class, amount } in taxable {
        let rate = place.rate(tax, class).filter(|rate| rate.rate > 0 && amount != 0);
        let Some(Rate { rate, name, .. }) = rate else {
            untaxed.push(amount);
            continue;
        };
        let same = |group: &&mut (u32, &str, Vec<Minor>)| group.0 == *rate && group.1 == name;
        match groups.iter_mut().find(same) {
            Some((_, _, amounts)) => amounts.push(amount),
            None => groups.push((*rate, name, vec![amount])),
        }
    }
    groups.sort_by_key(|(rate, name, _)| (std::cmp::Reverse(*rate), *name));
    let mut taxes = Vec::new();
    for (rate, name, amounts) in groups {
        let amount = sum(amounts)?;
        let (amount, net) = if tax.is_included {
            let contained =
                divide(i128::from(amount) * i128::from(rate), i128::from(rate) + 100_000)?;
            (contained, amount - contained)
        } else {
            (share(amount, rate)?, amount)
        };
        let basis = TaxBasis { rate: Some(rate), net };
        let added = adjustment(AdjustmentKind::Tax, name, amount, period);
        taxes.push(Adjustment { included: tax.is_included, tax: Some(basis), ..added });
    }
    if !place.is_reversed {
        return Ok(taxes);
    }
    let net = sum(taxes.iter().filter_map(|tax| tax.tax).map(|basis| basis.net).chain(untaxed))?;
    // The tax that the prices contain comes off; a tax that would have been added is not.
    let contained = sum(taxes.iter().map(|one| if tax.is_included { one.amount } else { 0 }))?;
    if net == 0 && contained == 0 {
        return Ok(Vec::new());
    }
    let basis = TaxBasis { rate: None, net };
    let reversed = adjustment(AdjustmentKind::Tax, "", -contained, period);
    Ok(vec![Adjustment { tax: Some(basis), ..reversed }])
}

/// The day of a time, in milliseconds since 1970, by which rates count: that of Coordinated Universal Time.
pub fn day_of(time: i64) -> Date {
    Timestamp::from_millisecond(time).unwrap_or_default().to_zoned(TimeZone::UTC).date()
}
