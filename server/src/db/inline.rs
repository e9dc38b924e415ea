//! Short reads of SQLite on the thread that needs their result. A connection of the driver lives on a thread of its own: to
//! wake that thread, and then this one again, costs more than the reads of every signed-in request (decision 0123).

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rusqlite::{Connection, OpenFlags, Params, Result, Row};

/// A value of one row.
pub trait FromSqlite: Sized {
    fn from_sqlite(row: &Row<'_>) -> Result<Self>;
}

#[derive(Debug)]
pub struct InlineReader {
    file: PathBuf,
    /// As many as have read at once, at most one for each thread; `None` after the end.
    idle: Mutex<Option<Vec<Connection>>>,
}

impl InlineReader {
    pub fn new(file: &Path) -> InlineReader {
        InlineReader { file: file.to_owned(), idle: Mutex::new(Some(Vec::new())) }
    }

    /// All rows of a query; `None` where it cannot be answered at once. The pool then answers it, or says why not.
    pub fn read<T: FromSqlite>(&self, query: &str, parameters: impl Params) -> Option<Vec<T>> {
        let idle = self.idle().as_mut()?.pop();
        let read = self.read_with(idle, query, parameters);
        read.inspect_err(|error| tracing::debug!(%error, "a read of SQLite is left to the pool")).ok()
    }

    /// A connection that fails is closed.
    fn read_with<T: FromSqlite>(
        &self,
        idle: Option<Connection>,
        query: &str,
        parameters: impl Params,
    ) -> Result<Vec<T>> {
        let connection = idle.map_or_else(|| self.open(), Ok)?;
        let rows = connection.prepare_cached(query)?.query_map(parameters, T::from_sqlite)?.collect::<Result<_>>()?;
        if let Some(idle) = self.idle().as_mut() {
            idle.push(connection);
        }
        Ok(rows)
    }

    /// Without a time limit for locks, so that no thread of the requests waits for one. Not read-only: the last connection
    /// that closes moves the log into the database.
    fn open(&self) -> Result<Connection> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&self.file, flags)?;
        connection.busy_timeout(std::time::Duration::ZERO)?;
        connection.pragma_update(None, "query_only", true)?;
        Ok(connection)
    }

    pub fn close(&self) {
        self.idle().take();
    }

    fn idle(&self) -> MutexGuard<'_, Option<Vec<Connection>>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq)]
    struct Number(i64);

    impl FromSqlite for Number {
        fn from_sqlite(row: &Row<'_>) -> Result<Number> {
            row.get(0).map(Number)
        }
    }

    fn numbers(reader: &InlineReader) -> Option<Vec<Number>> {
        reader.read("select number from numbers where number > $1 order by number", [1])
    }

    struct Example {
        _folder: tempfile::TempDir,
        writer: Connection,
        reader: InlineReader,
    }

    fn example() -> Example {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("numbers.db");
        let writer = Connection::open(&file).unwrap();
        writer.pragma_update(None, "journal_mode", "wal").unwrap();
        writer
            .execute_batch("create table numbers (number integer); insert into numbers values (1), (3), (2)")
            .unwrap();
        Example { reader: InlineReader::new(&file), writer, _folder: folder }
    }

    #[test]
    fn a_read_sees_what_was_committed_before_it() {
        let Example { writer, reader, .. } = &example();
        assert_eq!(numbers(reader), Some(vec![Number(2), Number(3)]));
        writer.execute_batch("begin immediate; insert into numbers values (4)").unwrap();
        assert_eq!(numbers(reader).unwrap().len(), 2, "not yet committed, and no wait for the writer");
        writer.execute_batch("commit").unwrap();
        assert_eq!(numbers(reader).unwrap().len(), 3);
    }

    #[test]
    fn connections_are_used_again() {
        let Example { reader, .. } = &example();
        std::thread::scope(|threads| {
            for _ in 0..4 {
                threads.spawn(|| (0..200).for_each(|_| assert_eq!(numbers(reader).unwrap().len(), 2)));
            }
        });
        assert!((1..=4).contains(&reader.idle.lock().unwrap().as_ref().unwrap().len()));
    }

    #[test]
    fn it_cannot_write() {
        let Example { reader, .. } = &example();
        assert_eq!(reader.read::<Number>("delete from numbers returning number", []), None);
        assert_eq!(numbers(reader).unwrap().len(), 2);
    }

    #[test]
    fn what_cannot_be_read_at_once_is_left_to_the_pool() {
        let Example { writer, reader, _folder: folder } = &example();
        assert_eq!(InlineReader::new(&folder.path().join("none.db")).read::<Number>("select 1", []), None);
        assert!(!folder.path().join("none.db").exists());
        writer.execute_batch("drop table numbers").unwrap();
        assert_eq!(numbers(reader), None);
    }

    #[test]
    fn nothing_is_read_after_the_end() {
        let Example { reader, .. } = &example();
        numbers(reader).unwrap();
        reader.close();
        assert_eq!(numbers(reader), None);
    }
}
