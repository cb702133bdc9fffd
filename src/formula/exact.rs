//! Exact fractions: what fees, shares and counts are reckoned in, without rounding.

use std::cmp::Ordering;

/// A fraction in lowest terms, with a positive denominator. Every operation tells by `None` that
/// its result is out of range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exact {
    top: i128,
    bottom: i128,
}

impl Exact {
    /// `top / bottom`; `None` where `bottom` is 0.
    pub fn new(top: i128, bottom: i128) -> Option<Self> {
        let (mut a, mut b) = (top.checked_abs()?, bottom.checked_abs()?);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        let sign = if bottom < 0 { -1 } else { 1 };
        (bottom != 0).then(|| Exact { top: sign * top / a, bottom: sign * bottom / a })
    }

    /// A whole number.
    pub const fn whole(n: i64) -> Self {
        Exact { top: n as i128, bottom: 1 }
    }

    /// The sum.
    pub fn plus(self, other: Self) -> Option<Self> {
        let (a, b) = (self.top.checked_mul(other.bottom)?, other.top.checked_mul(self.bottom)?);
        Exact::new(a.checked_add(b)?, self.bottom.checked_mul(other.bottom)?)
    }

    /// The difference.
    pub fn minus(self, other: Self) -> Option<Self> {
        self.plus(Exact { top: other.top.checked_neg()?, bottom: other.bottom })
    }

    /// The product.
    pub fn times(self, other: Self) -> Option<Self> {
        Exact::new(self.top.checked_mul(other.top)?, self.bottom.checked_mul(other.bottom)?)
    }

    /// The quotient; `None` also where it is divided by 0.
    pub fn over(self, other: Self) -> Option<Self> {
        Exact::new(self.top.checked_mul(other.bottom)?, self.bottom.checked_mul(other.top)?)
    }

    /// The greatest whole number that is not greater.
    pub fn down(self) -> Self {
        Exact { top: self.top.div_euclid(self.bottom), bottom: 1 }
    }

    /// The least whole number that is not less.
    pub fn up(self) -> Option<Self> {
        let down = self.down();
        if down == self { Some(self) } else { down.plus(Exact::whole(1)) }
    }

    /// The nearest whole number, a half going up; `None` beyond 64 bits.
    pub fn nearest(self) -> Option<i64> {
        let half = Exact { top: 1, bottom: 2 };
        i64::try_from(self.plus(half)?.down().top).ok()
    }

    /// How two compare.
    pub fn compare(self, other: Self) -> Option<Ordering> {
        Some(self.minus(other)?.top.cmp(&0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exact(top: i128, bottom: i128) -> Exact {
        Exact::new(top, bottom).expect("a fraction")
    }

    #[test]
    fn fractions_are_exact_and_in_lowest_terms() {
        assert_eq!(exact(6, -4), exact(-3, 2));
        assert_eq!(exact(1, 3).plus(exact(1, 6)), Some(exact(1, 2)));
        assert_eq!(exact(1, 3).times(Exact::whole(3)), Some(Exact::whole(1)));
        assert_eq!(exact(1, 3).over(exact(2, 3)), Some(exact(1, 2)));
        assert_eq!(exact(1, 3).over(Exact::whole(0)), None);
        assert_eq!(exact(1, 3).compare(exact(2, 6)), Some(Ordering::Equal));
        assert_eq!(Exact::new(1, 0), None);
        assert_eq!(exact(i128::MAX, 1).plus(Exact::whole(1)), None);
    }

    #[test]
    fn fractions_round_as_they_are_told_to() {
        for (top, bottom, down, up, nearest) in
            [(7, 2, 3, 4, 4), (5, 2, 2, 3, 3), (-7, 2, -4, -3, -3), (4, 2, 2, 2, 2), (10, 3, 3, 4, 3), (0, 5, 0, 0, 0)]
        {
            let x = exact(top, bottom);
            assert_eq!((x.down(), x.up()), (Exact::whole(down), Some(Exact::whole(up))), "{x:?}");
            assert_eq!(x.nearest(), Some(nearest), "{x:?}");
        }
    }
}
