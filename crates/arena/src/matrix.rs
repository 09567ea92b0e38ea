//! Small square matrices.

use std::ops::{Index, IndexMut};

/// A square matrix of a few rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix {
    size: usize,
    cells: Vec<f64>,
}

impl Matrix {
    /// The matrix with the same number everywhere.
    pub fn filled(size: usize, value: f64) -> Matrix {
        Matrix { size, cells: vec![value; size * size] }
    }

    /// This matrix times another.
    pub fn times(&self, other: &Matrix) -> Matrix {
        let mut product = Matrix::filled(self.size, 0.0);
        for i in 0..self.size {
            for k in 0..self.size {
                for j in 0..self.size {
                    product[(i, j)] += self[(i, k)] * other[(k, j)];
                }
            }
        }
        product
    }

    /// This matrix times a column.
    pub fn apply(&self, column: &[f64]) -> Vec<f64> {
        let entry = |i: usize| column.iter().enumerate().map(|(j, x)| self[(i, j)] * x).sum();
        (0..self.size).map(entry).collect()
    }

    /// Adds the square of a column: the product of its i-th and j-th number to each cell.
    pub fn add_square(&mut self, column: &[f64], factor: f64) {
        for i in 0..self.size {
            for j in 0..self.size {
                self[(i, j)] += factor * column[i] * column[j];
            }
        }
    }

    /// Takes the mean of its row and that of its column off each cell, so that both sum to 0.
    pub fn centred(&self) -> Matrix {
        let n = self.size as f64;
        let mut matrix = self.clone();
        for i in 0..self.size {
            let mean = (0..self.size).map(|j| matrix[(i, j)]).sum::<f64>() / n;
            (0..self.size).for_each(|j| matrix[(i, j)] -= mean);
        }
        for j in 0..self.size {
            let mean = (0..self.size).map(|i| matrix[(i, j)]).sum::<f64>() / n;
            (0..self.size).for_each(|i| matrix[(i, j)] -= mean);
        }
        matrix
    }

    /// The inverse of a positive definite matrix, by elimination.
    pub fn inverse(mut self) -> Matrix {
        let n = self.size;
        let mut inverse = Matrix::filled(n, 0.0);
        (0..n).for_each(|i| inverse[(i, i)] = 1.0);
        for pivot in 0..n {
            let scale = self[(pivot, pivot)].recip();
            for j in 0..n {
                self[(pivot, j)] *= scale;
                inverse[(pivot, j)] *= scale;
            }
            for i in (0..n).filter(|&i| i != pivot) {
                let factor = self[(i, pivot)];
                for j in 0..n {
                    self[(i, j)] -= factor * self[(pivot, j)];
                    inverse[(i, j)] -= factor * inverse[(pivot, j)];
                }
            }
        }
        inverse
    }
}

impl Index<(usize, usize)> for Matrix {
    type Output = f64;

    fn index(&self, (i, j): (usize, usize)) -> &f64 {
        &self.cells[i * self.size + j]
    }
}

impl IndexMut<(usize, usize)> for Matrix {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut f64 {
        &mut self.cells[i * self.size + j]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_times_its_inverse_is_one() {
        let mut matrix = Matrix::filled(3, 0.0);
        for (column, factor) in [([1.0, 2.0, -1.0], 1.0), ([0.5, 0.0, 3.0], 2.0)] {
            matrix.add_square(&column, factor);
        }
        (0..3).for_each(|i| matrix[(i, i)] += 0.1);
        let one = matrix.times(&matrix.clone().inverse());
        for i in 0..3 {
            for j in 0..3 {
                let expected = f64::from(u8::from(i == j));
                assert!((one[(i, j)] - expected).abs() < 1e-12, "{one:?}");
            }
        }
    }
}
