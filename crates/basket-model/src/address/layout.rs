//! Layouts: how the fields of an address are arranged on a parcel. It must never know a country or an address.
//!
//! A layout is lines with `|` between them. A word that is the name of a field stands for its text, and `region_code`
//! for the code of the region instead of its name. Everything else is written as it is: `city, region_code
//! postal_code`.

use super::Field;

/// Countries that are not in the table get this one.
pub(super) const DEFAULT: &str = "name|company|line1|line2|postal_code city|region";

/// A part of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Piece {
    /// The text of a field.
    Field(Field),
    /// The code of the region.
    RegionCode,
    /// What is written between fields or in front of one.
    Text(&'static str),
}

/// The lines of a layout, each as its pieces.
pub(super) fn lines(layout: &'static str) -> impl Iterator<Item = Vec<Piece>> {
    layout.split('|').map(pieces)
}

/// The fields of a layout, in its order.
pub(super) fn fields(layout: &'static str) -> impl Iterator<Item = Field> {
    lines(layout).flatten().filter_map(|piece| match piece {
        Piece::Field(field) => Some(field),
        Piece::RegionCode => Some(Field::Region),
        Piece::Text(_) => None,
    })
}

fn pieces(line: &'static str) -> Vec<Piece> {
    let is_in_word = |character: char| character.is_ascii_alphanumeric() || character == '_';
    let mut pieces = Vec::new();
    let mut rest = line;
    while !rest.is_empty() {
        let starts_word = rest.starts_with(is_in_word);
        let end = rest.find(|character| is_in_word(character) != starts_word);
        let (piece, after) = rest.split_at(end.unwrap_or(rest.len()));
        pieces.push(parse_piece(piece));
        rest = after;
    }
    pieces
}

fn parse_piece(piece: &'static str) -> Piece {
    match Field::from_key(piece) {
        Some(field) => Piece::Field(field),
        None if piece == "region_code" => Piece::RegionCode,
        None => Piece::Text(piece),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_fields_and_text() {
        let lines: Vec<_> = lines("name|city, region_code L-postal_code").collect();
        assert_eq!(lines[0], [Piece::Field(Field::Name)]);
        let line = [
            Piece::Field(Field::City),
            Piece::Text(", "),
            Piece::RegionCode,
            Piece::Text(" "),
            Piece::Text("L"),
            Piece::Text("-"),
            Piece::Field(Field::PostalCode),
        ];
        assert_eq!(lines[1], line);
    }

    #[test]
    fn fields_are_in_the_order_of_the_layout() {
        let fields: Vec<_> = fields("〒postal_code|city/region_code").collect();
        assert_eq!(fields, [Field::PostalCode, Field::City, Field::Region]);
    }
}
