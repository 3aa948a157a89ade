// Names for what Swagger UI leaves without one, for people who do not see the page or use no mouse.

const nameOfParameter = (control) => control.closest('tr').dataset.paramName;

const operationOf = (element) => {
  const block = element.closest('.opblock');
  const method = block.querySelector('.opblock-summary-method').textContent;
  return `${method} ${block.querySelector('.opblock-summary-path').dataset.path}`;
};

const names = [
  { selector: '#servers', nameOf: () => 'Server' },
  { selector: '.examples-select-element', nameOf: () => 'Example' },
  { selector: '.body-param__text', nameOf: () => 'Request body' },
  { selector: '.close-modal', nameOf: () => 'Close' },
  { selector: 'tr[data-param-name] :is(input, select, textarea)', nameOf: nameOfParameter },
  { selector: 'table.responses-table', nameOf: (table) => `Responses of ${operationOf(table)}` },
  { selector: '.information-container', nameOf: () => 'About this service' },
  { selector: '.scheme-container', nameOf: () => 'Server and API key' },
];

// Headings below the title of the page, without gaps.
const levels = [
  ['h3.opblock-tag, .dialog-ux h3, section.models > h4', '2'],
  ['.opblock h4, .dialog-ux h4', '3'],
  ['.opblock h5', '4'],
];

const mend = () => {
  const page = document.getElementById('swagger-ui');
  for (const { selector, nameOf } of names) {
    for (const element of page.querySelectorAll(`:is(${selector}):not([aria-label])`)) {
      element.setAttribute('aria-label', nameOf(element));
    }
  }
  for (const [selector, level] of levels) {
    for (const heading of page.querySelectorAll(`:is(${selector}):not([aria-level])`)) {
      heading.setAttribute('aria-level', level);
    }
  }
  for (const part of page.querySelectorAll(
    ':is(.information-container, .scheme-container):not([role])',
  )) {
    part.setAttribute('role', 'region');
  }
  // A link inside a button is reached twice by the keyboard. The button opens the operation, and sets the URL.
  for (const link of page.querySelectorAll('.opblock-summary-control a[href]')) {
    link.removeAttribute('href');
  }
  // Their name is another one than what they show.
  for (const button of page.querySelectorAll('.dialog-ux .btn[aria-label]')) {
    button.removeAttribute('aria-label');
  }
  // Long examples scroll, by the keyboard too.
  for (const example of page.querySelectorAll('pre.microlight:not([tabindex])')) {
    example.tabIndex = 0;
  }
};

document.addEventListener('DOMContentLoaded', () => {
  const page = document.getElementById('swagger-ui');
  new MutationObserver(mend).observe(page, { childList: true, subtree: true });
  mend();
});
