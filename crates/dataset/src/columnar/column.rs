//! The values of a column in a row group.

use parquet::column::reader::get_typed_column_reader;
use parquet::data_type::DataType;
use parquet::errors::{ParquetError, Result};
use parquet::file::reader::RowGroupReader;
use parquet::file::writer::SerializedRowGroupWriter;

/// A value for every row.
pub(super) struct Plain<D: DataType>(pub Vec<D::T>);

/// A list for every row, or, where that is allowed, none.
pub(super) struct List<D: DataType> {
    values: Vec<D::T>,
    /// Where the list of each row ends among the values, and whether there is one.
    ends: Vec<(usize, bool)>,
}

impl<D: DataType> Default for Plain<D> {
    fn default() -> Plain<D> {
        Plain(Vec::new())
    }
}

impl<D: DataType> Default for List<D> {
    fn default() -> List<D> {
        List { values: Vec::new(), ends: Vec::new() }
    }
}

impl<D: DataType> List<D> {
    /// Adds the list of a row.
    pub fn push(&mut self, values: impl IntoIterator<Item = D::T>) {
        self.values.extend(values);
        self.ends.push((self.values.len(), true));
    }

    /// Adds the list of a row, if there is one.
    pub fn push_optional(&mut self, values: Option<impl IntoIterator<Item = D::T>>) {
        match values {
            Some(values) => self.push(values),
            None => self.ends.push((self.values.len(), false)),
        }
    }

    /// The list of a row.
    pub fn row(&self, row: usize) -> Option<&[D::T]> {
        let begin = row.checked_sub(1).map_or(0, |before| self.ends[before].0);
        let (end, is_there) = self.ends[row];
        is_there.then(|| &self.values[begin..end])
    }
}

/// A column as it is in a row group.
pub(super) trait Stored: Sized {
    fn write<W: std::io::Write + Send>(
        &self,
        group: &mut SerializedRowGroupWriter<'_, W>,
    ) -> Result<()>;
    /// Reads the column with this number.
    fn read(group: &dyn RowGroupReader, column: usize) -> Result<Self>;
}

impl<D: DataType> Stored for Plain<D> {
    fn write<W: std::io::Write + Send>(
        &self,
        group: &mut SerializedRowGroupWriter<'_, W>,
    ) -> Result<()> {
        let mut column = group.next_column()?.expect("there are as many as in the schema");
        column.typed::<D>().write_batch(&self.0, None, None)?;
        column.close()
    }

    fn read(group: &dyn RowGroupReader, column: usize) -> Result<Plain<D>> {
        let rows = rows(group)?;
        let mut values = Vec::new();
        let mut reader = get_typed_column_reader::<D>(group.get_column_reader(column)?);
        let (read, _, _) = reader.read_records(rows, None, None, &mut values)?;
        complete(read.min(values.len()), rows)?;
        Ok(Plain(values))
    }
}

impl<D: DataType> Stored for List<D> {
    fn write<W: std::io::Write + Send>(
        &self,
        group: &mut SerializedRowGroupWriter<'_, W>,
    ) -> Result<()> {
        let mut column = group.next_column()?.expect("there are as many as in the schema");
        let writer = column.typed::<D>();
        // The level of a value; one below is an empty list, two below none at all.
        let full = writer.get_descriptor().max_def_level();
        let mut definitions = Vec::with_capacity(self.values.len());
        let mut repetitions = Vec::with_capacity(self.values.len());
        for row in 0..self.ends.len() {
            let list = self.row(row);
            let length = list.map_or(0, <[_]>::len);
            if length == 0 {
                definitions.push(if list.is_some() { full - 1 } else { full - 2 });
                repetitions.push(0);
            }
            for at in 0..length {
                definitions.push(full);
                repetitions.push(i16::from(at > 0));
            }
        }
        writer.write_batch(&self.values, Some(&definitions), Some(&repetitions))?;
        column.close()
    }

    fn read(group: &dyn RowGroupReader, column: usize) -> Result<List<D>> {
        let rows = rows(group)?;
        let full = group.metadata().column(column).column_descr().max_def_level();
        let (mut values, mut definitions, mut repetitions) = (Vec::new(), Vec::new(), Vec::new());
        let mut reader = get_typed_column_reader::<D>(group.get_column_reader(column)?);
        reader.read_records(rows, Some(&mut definitions), Some(&mut repetitions), &mut values)?;
        let mut ends = Vec::with_capacity(rows);
        let mut end = 0;
        for (&definition, &repetition) in definitions.iter().zip(&repetitions) {
            end += usize::from(definition == full);
            let row = (end, definition >= full - 1);
            if repetition == 0 {
                ends.push(row);
            } else {
                *ends.last_mut().ok_or_else(|| damage("a list begins in its middle"))? = row;
            }
        }
        complete(ends.len(), rows)?;
        complete(values.len(), end)?;
        Ok(List { values, ends })
    }
}

fn rows(group: &dyn RowGroupReader) -> Result<usize> {
    usize::try_from(group.metadata().num_rows()).map_err(|_| damage("a negative number of rows"))
}

fn complete(found: usize, wanted: usize) -> Result<()> {
    if found == wanted { Ok(()) } else { Err(damage("a column has not the length of the others")) }
}

fn damage(reason: &str) -> ParquetError {
    ParquetError::General(reason.to_owned())
}
