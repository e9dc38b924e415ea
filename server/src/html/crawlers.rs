//! `robots.txt` and the site map, which lists the public pages in each language.

use super::pages::public_pages;
use crate::i18n::Language;

pub const LANGUAGES: [Language; 3] = [Language::English, Language::German, Language::Turkish];

pub fn robots(public_url: &str) -> String {
    format!("User-agent: *\nAllow: /\nDisallow: /api/\n\nSitemap: {public_url}/sitemap.xml\n")
}

pub fn sitemap(public_url: &str) -> String {
    let mut xml = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" \
         xmlns:xhtml=\"http://www.w3.org/1999/xhtml\">\n",
    );
    for page in public_pages() {
        let address = format!("{public_url}{}", page.path);
        let alternates: String = LANGUAGES
            .iter()
            .map(|language| {
                let code = language.code();
                format!("<xhtml:link rel=\"alternate\" hreflang=\"{code}\" href=\"{address}?lang={code}\"/>")
            })
            .collect();
        xml.push_str(&format!("<url><loc>{address}</loc>{alternates}</url>\n"));
    }
    xml.push_str("</urlset>\n");
    xml
}
