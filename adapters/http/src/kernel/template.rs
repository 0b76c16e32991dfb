//! Empty tables to fill in, as Excel workbooks: with the headings that an import knows, and one row that shows what stands below them.

use super::{error::Problem, query::Query};
use actix_web::{
    HttpResponse,
    http::header::{ContentDisposition, DispositionParam, DispositionType},
};
use chrono::NaiveDate;
use rust_xlsxwriter::{Format, Workbook, XlsxError};
use serde::Deserialize;
use sooner_application::kernel::unavailable::Unavailable;
use sooner_domain::kernel::{coded::Coded, language::Language};
use sooner_shared::coded_body::member;

/// A column of a table that is imported.
pub(crate) struct Heading {
    pub(crate) en: &'static str,
    pub(crate) de: &'static str,
    pub(crate) example: Example,
}

/// What stands below a heading, to be written over.
pub(crate) enum Example {
    Text(&'static str),
    /// In English and German.
    Said(&'static str, &'static str),
    /// A day, counted from the first of November 2026.
    Day(u32),
    Amount(f64),
}

#[derive(Deserialize)]
pub(crate) struct TemplateQuery {
    language: Option<String>,
}

/// The table in the language of whoever asks, unless another one is asked for.
pub(crate) fn template(
    name: &str,
    headings: &[Heading],
    query: &Query<TemplateQuery>,
    of_reader: Language,
) -> Result<HttpResponse, Problem> {
    let language = query.0.language.as_deref().map(member::<Language>).transpose();
    let language = language.map_err(|invalid| Problem::field("language", invalid))?.unwrap_or(of_reader);
    let table = write(headings, language).map_err(|error| Unavailable::Failed(error.to_string()))?;
    let parameters = vec![DispositionParam::Filename(format!("{name}-{}.xlsx", language.code()))];
    let disposition = ContentDisposition { disposition: DispositionType::Attachment, parameters };
    Ok(HttpResponse::Ok().content_type(XLSX).insert_header(disposition).body(table))
}

/// What a workbook is on the wire.
const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

fn write(headings: &[Heading], language: Language) -> Result<Vec<u8>, XlsxError> {
    let (mut workbook, bold, day) = (Workbook::new(), Format::new().set_bold(), Format::new().set_num_format("yyyy-mm-dd"));
    let (text, amount) = (Format::new().set_num_format("@"), Format::new().set_num_format("0.00"));
    let sheet = workbook.add_worksheet();
    sheet.set_freeze_panes(1, 0)?;
    for (column, &Heading { en, de, ref example }) in (0_u16..).zip(headings) {
        let said = |en: &'static str, de: &'static str| if language == Language::German { de } else { en };
        let heading = said(en, de);
        sheet.set_column_width(column, 22)?;
        // What is typed into the rows below is kept as it is meant: numbers of invoices with their zeros, days as days.
        let format = match example {
            Example::Text(_) | Example::Said(..) => &text,
            Example::Day(_) => &day,
            Example::Amount(_) => &amount,
        };
        sheet.set_column_format(column, format)?;
        sheet.write_with_format(0, column, heading, &bold)?;
        match *example {
            Example::Text(text) => sheet.write_with_format(1, column, text, format)?,
            Example::Said(en, de) => sheet.write_with_format(1, column, said(en, de), format)?,
            Example::Day(days) => {
                let first = NaiveDate::from_ymd_opt(2026, 11, 1).unwrap_or_default();
                sheet.write_with_format(1, column, &(first + chrono::Days::new(u64::from(days))), format)?
            }
            Example::Amount(amount) => sheet.write_with_format(1, column, amount, format)?,
        };
    }
    workbook.save_to_buffer()
}
