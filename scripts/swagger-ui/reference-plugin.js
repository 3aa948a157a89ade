// Differences from Swagger UI: errors that operations share stand once, below the operations, and a service
// without API keys has no button to enter one.

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

const plugin = () => ({
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
