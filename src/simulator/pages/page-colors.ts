/** The colours of the pages on which customers decide, light and dark as their system is. An embedded page stays light, as its shop is. */
export const pageColors = `
  :root { color-scheme: light; --page: #eef1f6; --card: #fff; --text: #1b2433; --soft: #4d586a; --line: #d5dae3;
    --edge: #6b7688; --good: #1f6f43; --on-good: #fff; --calm: #e3e7ee; --bad: #b3261e; --link: #1b4f9c;
    --shadow: 0 2px 16px #1b243322; }
  @media (prefers-color-scheme: dark) { :root:not(:has([data-state])) { color-scheme: dark; --page: #0e1118; --card: #1a1f2b;
    --text: #e7eaf3; --soft: #a9b3c6; --line: #333b4d; --edge: #7d8aa3; --good: #7fe0ab; --on-good: #0c2a1b;
    --calm: #333b4d; --bad: #ff9ca8; --link: #9cc6ff; --shadow: 0 2px 16px #0006; } }
`;
