//! An embed as a page for an `<iframe>`: without scripts, forms and requests.

use super::content::{Content, Icon, Now, Step};
use super::icons;
use super::theme::Theme;
use crate::encoding::escape_html as escape;
use crate::i18n::{Language, text};

const LAYOUT: &str = "\
*{box-sizing:border-box;margin:0;padding:0}\
html{font:16px/1.4 system-ui,sans-serif}\
body{min-height:100vh;padding:1rem}\
main{display:grid;gap:.75rem;max-width:40rem;margin:0 auto}\
h1{font-size:1.125rem;line-height:1.2;overflow-wrap:anywhere}\
p,li,td,th{overflow-wrap:anywhere}\
ul,ol{list-style:none}\
small,.small{font-size:.875rem}\
.strong{font-weight:600}\
.alerts{display:grid;gap:.5rem}\
.alerts li{padding:.5rem .75rem;border:1px solid;border-radius:.5rem}\
.now{display:flex;align-items:center;gap:.75rem}\
.now svg{flex:none;width:4rem;height:4rem}\
.temperature{font-size:2.75rem;line-height:1;font-weight:600}\
.hours{display:grid;grid-template-columns:repeat(auto-fit,minmax(4rem,1fr));gap:.5rem;text-align:center}\
.hours li{display:grid;justify-items:center}\
.hours svg,.days svg{display:block;width:2rem;height:2rem}\
.days{width:100%;border-collapse:collapse}\
.days th,.days td{padding:.25rem .5rem .25rem 0;border-top:1px solid;border-color:inherit;text-align:right;font-weight:400}\
.days th:first-child{text-align:left}\
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}";

pub fn style(theme: Theme) -> String {
    format!("{LAYOUT}{}", theme.rules())
}

pub fn render(content: &Content, style: &str) -> String {
    let alerts = content.alerts.iter().map(|alert| {
        let (level, name, details) = (alert.level, escape(&alert.name), escape(&alert.details()));
        format!("<li class=\"{level}\"><span class=\"strong\">{name}</span><br><small>{details}</small></li>")
    });
    let alerts = list("<ul class=\"alerts\">", alerts.collect(), "</ul>");
    let body = [
        format!("<h1>{}</h1>", escape(&content.place)),
        paragraph(if content.is_old { "strong" } else { "muted small" }, &content.as_of),
        paragraph("strong", content.simulated.as_deref().unwrap_or_default()),
        alerts,
        content.coverage.iter().map(|line| paragraph("muted small", line)).collect(),
        paragraph("", content.missing.as_deref().unwrap_or_default()),
        content.now.as_ref().map(now).unwrap_or_default(),
        list("<ol class=\"hours\">", content.hours.iter().map(hour).collect(), "</ol>"),
        days(content),
        footer(content),
    ];
    document(content.language, &content.title, style, &body.concat())
}

/// A sentence instead of the weather.
pub fn render_problem(language: Language, problem: &str, style: &str) -> String {
    document(language, "Halcyon", style, &format!("<h1>Halcyon</h1>{}", paragraph("", problem)))
}

fn document(language: Language, title: &str, style: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"{}\"><head><meta charset=\"utf-8\"><title>{}</title>\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><style>{style}</style></head>\
         <body class=\"ground text\"><main>{body}</main></body></html>\n",
        language.code(),
        escape(title),
    )
}

fn now(now: &Now) -> String {
    let condition = now.icon.as_ref().map(|icon| paragraph("strong", &icon.name)).unwrap_or_default();
    let facts = paragraph("muted small", &now.facts.join(" · "));
    format!(
        "<div class=\"now\">{}<p class=\"temperature\">{}</p><div>{condition}{facts}</div></div>{}",
        now.icon.as_ref().map(svg).unwrap_or_default(),
        escape(&now.temperature),
        paragraph("", &now.sentence),
    )
}

fn hour(step: &Step) -> String {
    format!(
        "<li><span class=\"small\">{}</span>{}<span class=\"strong\">{}</span><span class=\"muted small\">{}</span></li>",
        escape(&step.label),
        icon_and_name(step),
        escape(&step.temperatures.concat()),
        escape(&step.chance),
    )
}

fn days(content: &Content) -> String {
    let label = |key: &str| escape(&text(content.language, &format!("web.weather.{key}"), &[]));
    let row = |step: &Step| {
        let temperatures = step.temperatures.iter().map(|degrees| format!("<td>{}</td>", escape(degrees)));
        format!(
            "<tr class=\"line\"><th scope=\"row\"><span class=\"text\">{}</span></th><td>{}</td>{}<td class=\"muted\">{}</td></tr>",
            escape(&step.label),
            icon_and_name(step),
            temperatures.collect::<String>(),
            escape(&step.chance),
        )
    };
    let head = format!(
        "<table class=\"days\"><caption class=\"hidden\">{}</caption><thead class=\"muted small\"><tr><td></td><td></td>\
         <th scope=\"col\">{}</th><th scope=\"col\">{}</th><th scope=\"col\">{}</th></tr></thead><tbody>",
        label("days.next"),
        label("days.low"),
        label("days.high"),
        escape(&text(content.language, "server.embed.chance", &[])),
    );
    list(&head, content.days.iter().map(row).collect(), "</tbody></table>")
}

fn footer(content: &Content) -> String {
    let (attribution, page, open) = (escape(&content.attribution), escape(&content.page), escape(&content.open));
    let separator = if attribution.is_empty() { "" } else { " · " };
    format!(
        "<p class=\"muted small\">{attribution}{separator}\
         <a class=\"link\" href=\"{page}\" target=\"_blank\" rel=\"noopener\">{open}</a></p>"
    )
}

fn icon_and_name(step: &Step) -> String {
    let Some(icon) = &step.icon else { return String::new() };
    format!("{}<span class=\"hidden\">{}</span>", svg(icon), escape(&icon.name))
}

fn svg(icon: &Icon) -> String {
    format!("<svg viewBox=\"0 0 64 64\" aria-hidden=\"true\">{}</svg>", icons::strokes(&icon.condition, icon.is_day))
}

/// Nothing for an empty text.
fn paragraph(class: &str, text: &str) -> String {
    match (text, class) {
        ("", _) => String::new(),
        (_, "") => format!("<p>{}</p>", escape(text)),
        _ => format!("<p class=\"{class}\">{}</p>", escape(text)),
    }
}

fn list(open: &str, items: String, close: &str) -> String {
    if items.is_empty() { items } else { format!("{open}{items}{close}") }
}
