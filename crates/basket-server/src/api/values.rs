//! Enumerations in bodies of the API. Requests are read into them, and the document describes them in requests and
//! answers. It must never know any body.

use basket_core::product;
use basket_model::order;
use serde::Deserialize;
use utoipa::ToSchema;

#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Frequency {
    Daily,
    Weekly,
    Monthly,
    Yearly,
}

impl From<Frequency> for product::Frequency {
    fn from(frequency: Frequency) -> Self {
        match frequency {
            Frequency::Daily => Self::Daily,
            Frequency::Weekly => Self::Weekly,
            Frequency::Monthly => Self::Monthly,
            Frequency::Yearly => Self::Yearly,
        }
    }
}

#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum ProductType {
    Normal,
    Consumable,
    Digital,
}

impl From<ProductType> for product::ProductType {
    fn from(kind: ProductType) -> Self {
        match kind {
            ProductType::Normal => Self::Normal,
            ProductType::Consumable => Self::Consumable,
            ProductType::Digital => Self::Digital,
        }
    }
}

#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum OrderState {
    Placed,
    Paid,
    Cancelled,
    Fulfilled,
}

impl From<OrderState> for order::OrderState {
    fn from(state: OrderState) -> Self {
        match state {
            OrderState::Placed => Self::Placed,
            OrderState::Paid => Self::Paid,
            OrderState::Cancelled => Self::Cancelled,
            OrderState::Fulfilled => Self::Fulfilled,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::de::{IntoDeserializer, value::Error};

    fn read<T: for<'de> Deserialize<'de>>(name: &str) -> T {
        T::deserialize(IntoDeserializer::<Error>::into_deserializer(name)).unwrap()
    }

    #[test]
    fn every_value_is_read_by_its_name() {
        for frequency in product::Frequency::ALL {
            assert_eq!(frequency, read::<Frequency>(frequency.name()).into());
        }
        for kind in product::ProductType::ALL {
            assert_eq!(kind, read::<ProductType>(kind.name()).into());
        }
        for state in order::OrderState::ALL {
            assert_eq!(state, read::<OrderState>(state.name()).into());
        }
    }
}
