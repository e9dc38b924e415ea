// The rules of deny.toml for licences, sources and banned crates, also for the packages of the page. cargo-deny checks more
// (advisories, see `make audit`), but takes minutes to build; decision 0106.
import { read } from './dependencies.mjs';

const cratesIo = 'registry+https://github.com/rust-lang/crates.io-index';
/** Also allowed for tools of the build and of tests, which are in no product. */
const toolLicences = ['BlueOak-1.0.0', 'CC-BY-4.0', 'Python-2.0'];

/** Whether an SPDX expression can be satisfied with the allowed licences. */
export function isAllowed(expression, allowed) {
  // `MIT/Apache-2.0` is how older crates write a choice.
  const tokens = expression.replaceAll('/', ' OR ').match(/\(|\)|[^\s()]+/g) ?? [];
  const alternatives = () => {
    let result = requirements();
    while (tokens[0] === 'OR') {
      tokens.shift();
      // Both sides are always read, so that the tokens are consumed.
      const right = requirements();
      result = result || right;
    }
    return result;
  };
  const requirements = () => {
    let result = licence();
    while (tokens[0] === 'AND') {
      tokens.shift();
      const right = licence();
      result = result && right;
    }
    return result;
  };
  const licence = () => {
    const token = tokens.shift();
    if (token === '(') {
      const inner = alternatives();
      tokens.shift();
      return inner;
    }
    if (tokens[0] !== 'WITH') return allowed.has(token);
    tokens.shift();
    return allowed.has(`${token} WITH ${tokens.shift()}`);
  };
  const result = alternatives();
  return result && tokens.length === 0;
}

/** The lists of deny.toml that are checked here. */
export function policy(text = read('deny.toml')) {
  const list = text.match(/^allow = \[([^\]]*)\]/m)[1];
  return {
    allowed: new Set([...list.matchAll(/"([^"]+)"/g)].map(([, name]) => name)),
    banned: new Set([...text.matchAll(/\{ crate = "([^"]+)"/g)].map(([, name]) => name)),
  };
}

/** Every violation, in words. */
export function violations({ crates, locked, packages }, { allowed, banned }) {
  const forTools = new Set([...allowed, ...toolLicences]);
  return [
    ...crates
      .filter(({ licence }) => !isAllowed(licence, allowed))
      .map(({ name, version, licence }) => `${name} ${version}: licence ${licence}`),
    ...locked.filter(({ source }) => source && source !== cratesIo).map(({ name, source }) => `${name}: source ${source}`),
    ...crates.filter(({ name }) => banned.has(name)).map(({ name }) => `${name}: banned by deny.toml`),
    ...packages
      .filter(({ license, dev, devOptional }) => !isAllowed(license ?? 'none', dev || devOptional ? forTools : allowed))
      .map(({ name, version, license }) => `${name} ${version}: licence ${license}`),
    ...packages
      .filter(({ resolved }) => resolved && !resolved.startsWith('https://registry.npmjs.org/'))
      .map(({ name, resolved }) => `${name}: source ${resolved}`),
    ...packages.filter(({ integrity }) => !integrity).map(({ name }) => `${name}: no integrity hash`),
  ];
}
