import { frameLanguage, uiText } from './ui-texts.js';

/** The two-letter codes of the countries of ISO 3166-1. */
const codes = [
  'ADAEAFAGAIALAMAOAQARASATAUAWAXAZBABBBDBEBFBGBHBIBJBLBMBNBOBQBRBSBTBVBWBYBZCACCCD',
  'CFCGCHCICKCLCMCNCOCRCUCVCWCXCYCZDEDJDKDMDODZECEEEGEHERESETFIFJFKFMFOFRGAGBGDGEGF',
  'GGGHGIGLGMGNGPGQGRGSGTGUGWGYHKHMHNHRHTHUIDIEILIMINIOIQIRISITJEJMJOJPKEKGKHKIKMKN',
  'KPKRKWKYKZLALBLCLILKLRLSLTLULVLYMAMCMDMEMFMGMHMKMLMMMNMOMPMQMRMSMTMUMVMWMXMYMZNA',
  'NCNENFNGNINLNONPNRNUNZOMPAPEPFPGPHPKPLPMPNPRPSPTPWPYQARERORSRURWSASBSCSDSESGSHSI',
  'SJSKSLSMSNSOSRSSSTSVSXSYSZTCTDTFTGTHTJTKTLTMTNTOTRTTTVTWTZUAUGUMUSUYUZVAVCVEVGVI',
  'VNVUWFWSYEYTZAZMZW',
].flatMap((line) => line.match(/../g) ?? []);

/** The countries whose cards are checked against a postal code. */
const withPostalCode: ReadonlySet<string> = new Set(['US', 'GB', 'CA']);

export const takesPostalCode = (country: string): boolean => withPostalCode.has(country);

/** The country of a locale such as `en-GB`; the United States if it names none. */
export const countryOfLocale = (locale: string): string => {
  const region = /-([A-Z]{2})$/.exec(locale)?.[1] ?? 'US';
  return codes.includes(region) ? region : 'US';
};

/** A list to choose a country from. */
type CountryField = {
  readonly element: HTMLElement;
  readonly select: HTMLSelectElement;
  /** Writes the names in the language of the frame. */
  readonly relabel: () => void;
};

export const createCountryField = (id: string, chosen: string): CountryField => {
  const element = document.createElement('div');
  element.className = 'country';
  const label = document.createElement('label');
  label.className = 'Label';
  label.htmlFor = id;
  const select = document.createElement('select');
  select.id = id;
  select.name = 'country';
  select.className = 'Input';
  select.autocomplete = 'billing country';
  let language = '';
  const relabel = (): void => {
    if (language === frameLanguage()) return;
    language = frameLanguage();
    label.textContent = uiText('Country');
    const names = new Intl.DisplayNames([language], { type: 'region' });
    const { value } = select;
    const options = codes
      .map((code) => ({ code, name: names.of(code) ?? code }))
      .toSorted((one, other) => one.name.localeCompare(other.name, language));
    select.replaceChildren(...options.map(({ code, name }) => new Option(name, code)));
    select.value = value;
  };
  relabel();
  select.value = codes.includes(chosen) ? chosen : 'US';
  element.append(label, select);
  return { element, select, relabel };
};
