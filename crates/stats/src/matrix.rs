//! Small square matrices.

/// A square matrix, row by row.
#[derive(Debug, Clone, PartialEq)]
pub struct SquareMatrix {
    size: usize,
    values: Vec<f64>,
}

impl SquareMatrix {
    /// Returns a matrix of zeros.
    pub fn new(size: usize) -> Self {
        Self { size, values: vec![0.0; size * size] }
    }

    /// Value in a row and a column.
    pub fn at(&self, row: usize, column: usize) -> f64 {
        self.values[row * self.size + column]
    }

    /// Adds to a value.
    pub fn add_at(&mut self, row: usize, column: usize, more: f64) {
        self.values[row * self.size + column] += more;
    }

    /// Returns the matrix with each value `factor` times as large.
    pub fn scaled_by(mut self, factor: f64) -> Self {
        self.values.iter_mut().for_each(|value| *value *= factor);
        self
    }

    /// Returns the first rows and columns.
    pub fn leading_part(&self, size: usize) -> Self {
        let value = |place: usize| self.at(place / size, place % size);
        Self { size, values: (0..size * size).map(value).collect() }
    }

    /// Returns the product with another matrix of the size.
    pub fn times(&self, other: &Self) -> Self {
        let mut product = Self::new(self.size);
        for row in 0..self.size {
            for middle in 0..self.size {
                let factor = self.at(row, middle);
                for column in 0..self.size {
                    product.add_at(row, column, factor * other.at(middle, column));
                }
            }
        }
        product
    }

    /// Returns the product with a column.
    pub fn times_vector(&self, column: &[f64]) -> Vec<f64> {
        let rows = self.values.chunks(self.size.max(1));
        rows.map(|row| row.iter().zip(column).map(|(value, part)| value * part).sum()).collect()
    }

    /// Returns the covariances of values less their mean from those of the values.
    pub fn centred(&self) -> Self {
        #[expect(clippy::cast_precision_loss, reason = "small")]
        let size = self.size.max(1) as f64;
        let row_mean = |row: usize| (0..self.size).map(|column| self.at(row, column)).sum::<f64>() / size;
        let means: Vec<f64> = (0..self.size).map(row_mean).collect();
        let mean = means.iter().sum::<f64>() / size;
        let mut centred = self.clone();
        for row in 0..self.size {
            for column in 0..self.size {
                centred.add_at(row, column, mean - means[row] - means[column]);
            }
        }
        centred
    }

    /// Returns the inverse of a symmetric matrix all of whose eigenvalues are positive, by Cholesky's method.
    pub fn inverse_of_positive(&self) -> Self {
        let size = self.size;
        // The lower triangle `l` of `l lᵀ`, which is the matrix.
        let mut lower = Self::new(size);
        for row in 0..size {
            for column in 0..=row {
                let sum: f64 = (0..column).map(|place| lower.at(row, place) * lower.at(column, place)).sum();
                let rest = self.at(row, column) - sum;
                let value = if row == column { rest.sqrt() } else { rest / lower.at(column, column) };
                lower.values[row * size + column] = value;
            }
        }
        let mut inverse = Self::new(size);
        for column in 0..size {
            let mut solved = vec![0.0; size];
            for row in 0..size {
                let sum: f64 = (0..row).map(|place| lower.at(row, place) * solved[place]).sum();
                solved[row] = (f64::from(u8::from(row == column)) - sum) / lower.at(row, row);
            }
            for row in (0..size).rev() {
                let sum: f64 = (row + 1..size).map(|place| lower.at(place, row) * solved[place]).sum();
                solved[row] = (solved[row] - sum) / lower.at(row, row);
                inverse.values[row * size + column] = solved[row];
            }
        }
        inverse
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_times_its_inverse_is_one() {
        let values = vec![4.0, 1.0, -2.0, 1.0, 5.0, 0.5, -2.0, 0.5, 3.0];
        let matrix = SquareMatrix { size: 3, values };
        let product = matrix.times(&matrix.inverse_of_positive());
        for row in 0..3 {
            let column = product.times_vector(&[0, 1, 2].map(|place| f64::from(u8::from(place == row))));
            for (place, value) in column.iter().enumerate() {
                let one = f64::from(u8::from(place == row));
                assert!((value - one).abs() < 1e-12, "{row} {place} {value}");
            }
        }
    }
}
