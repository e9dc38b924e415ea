//! Lists of values in statements. PostgreSQL takes them as arrays: one text, parsed and planned once, whatever the count.
//! SQLite has no arrays; its texts have a parameter for each value.

use sqlx::{Database, Postgres, QueryBuilder, Sqlite};
use uuid::Uuid;

pub trait BindLists: Database + Sized {
    /// The condition that the expression before it is one of the ids.
    fn push_in(query: &mut QueryBuilder<Self>, ids: Vec<Uuid>);

    /// A query whose rows are the pairs.
    fn push_pairs(query: &mut QueryBuilder<Self>, pairs: &[(i64, i64)]);
}

impl BindLists for Sqlite {
    fn push_in(query: &mut QueryBuilder<Sqlite>, ids: Vec<Uuid>) {
        query.push(" in (");
        let mut list = query.separated(", ");
        for id in ids {
            list.push_bind(id);
        }
        query.push(")");
    }

    fn push_pairs(query: &mut QueryBuilder<Sqlite>, pairs: &[(i64, i64)]) {
        query.push_values(pairs, |mut row, (one, other)| {
            row.push_bind(*one).push_bind(*other);
        });
    }
}

impl BindLists for Postgres {
    fn push_in(query: &mut QueryBuilder<Postgres>, ids: Vec<Uuid>) {
        query.push(" = any(").push_bind(ids).push(")");
    }

    fn push_pairs(query: &mut QueryBuilder<Postgres>, pairs: &[(i64, i64)]) {
        let (ones, others): (Vec<i64>, Vec<i64>) = pairs.iter().copied().unzip();
        query.push("select * from unnest(").push_bind(ones).push(", ").push_bind(others).push(")");
    }
}
