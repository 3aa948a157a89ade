// Differences from Swagger UI: errors that operations share stand once, below the operations, a service
// without API keys has no button to enter one, and references are resolved in no time.

const sharedStatuses = (system, { path, method }) => {
  const responses = system.specSelectors.specJson().getIn(['paths', path, method, 'responses']);
  return responses.filter((response) => response.has('$ref')).keySeq();
};

const hasApiKeys = (system) =>
  system.specSelectors.specJson().hasIn(['components', 'securitySchemes', 'api-key']);

const onlyWithApiKeys = (Original, system) => (props) =>
  hasApiKeys(system) ? system.React.createElement(Original, props) : null;

const showErrors = (event) => {
  event.preventDefault();
  const heading = document.getElementById('errors');
  heading.scrollIntoView();
  heading.focus();
};

const withoutSharedErrors = (Responses, system) => (props) => {
  const h = system.React.createElement;
  const shared = sharedStatuses(system, props);
  const own = props.responses.filterNot((_, status) => shared.includes(status));
  return h(
    system.React.Fragment,
    null,
    h(Responses, { ...props, responses: own }),
    shared.isEmpty()
      ? null
      : h(
          'p',
          { className: 'shared-errors' },
          `Also ${shared.join(', ')}: `,
          h('a', { href: '#errors', onClick: showErrors }, 'errors of all operations'),
        ),
  );
};

// Document with its references: those of a response lead to the examples of the document.
const examplesOf = (document, response) =>
  response
    .getIn(['content', 'application/json', 'examples'])
    ?.valueSeq()
    .map((example) => {
      const { $ref } = example.toJS();
      return $ref === undefined ? example : document.getIn($ref.split('/').slice(1));
    });

const errorsBelow = (Models, system) => (props) => {
  const h = system.React.createElement;
  const document = system.specSelectors.specJson();
  const Markdown = system.getComponent('Markdown', true);
  const statusOf = (response) =>
    document
      .get('paths')
      .valueSeq()
      .flatMap((item) => item.valueSeq())
      .map((operation) => operation.get('responses').findKey((one) => one.get('$ref') === response))
      .find((status) => status !== undefined);
  const rows = document
    .getIn(['components', 'responses'])
    .entrySeq()
    .map(([name, response]) =>
      h(
        'section',
        { key: name, className: 'shared-error' },
        h(
          'h4',
          { 'aria-level': 3 },
          `${statusOf(`#/components/responses/${name}`)} ${name.replaceAll(/\B[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`,
        ),
        h(Markdown, { source: response.get('description') }),
        examplesOf(document, response)?.map((example, index) =>
          h(
            'details',
            { key: index },
            h('summary', null, example.get('summary')),
            h('pre', { tabIndex: 0 }, JSON.stringify(example.get('value'), null, 2)),
          ),
        ),
      ),
    );
  return h(
    system.React.Fragment,
    null,
    h(
      'section',
      { className: 'shared-error-list', 'aria-labelledby': 'errors' },
      h('h3', { id: 'errors', tabIndex: -1, 'aria-level': 2 }, 'Errors of all operations'),
      rows.toArray(),
    ),
    h(Models, props),
  );
};

const at = (document, path) => path.reduce((value, name) => value?.[name], document);

const resolved = (value, document, baseDoc, inside) => {
  if (Array.isArray(value)) return value.map((one) => resolved(one, document, baseDoc, inside));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref } = value;
  // A reference to what it is in stays.
  if (inside.includes($ref)) return value;
  if (typeof $ref === 'string') {
    const target = at(document, $ref.split('/').slice(1));
    const whole = resolved(target, document, baseDoc, [...inside, $ref]);
    // By this name Swagger UI takes it in place of the reference.
    return { ...whole, $$ref: baseDoc + $ref };
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, resolved(one, document, baseDoc, inside)]),
  );
};

// Swagger UI itself makes a tree of objects of the whole document, several times for each operation that is opened. All
// references of this document are into itself.
const resolveSubtree = async (document, path, { baseDoc }) => ({
  spec: resolved(at(document, path), document, baseDoc, []),
  errors: [],
});

const plugin = () => ({
  fn: { resolveSubtree },
  wrapComponents: {
    authorizeBtn: onlyWithApiKeys,
    authorizeOperationBtn: onlyWithApiKeys,
    responses: withoutSharedErrors,
    Models: errorsBelow,
  },
});

// The script in the page, which koa2-swagger-ui writes, takes no plugins.
const create = window.SwaggerUIBundle;
window.SwaggerUIBundle = Object.assign(
  (options) => create({ ...options, plugins: [...options.plugins, plugin] }),
  create,
);
