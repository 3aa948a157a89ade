/* oxlint-disable typescript/no-require-imports */
const {
  createApiKeysWorkflow,
  createProductsWorkflow,
  createRegionsWorkflow,
  createSalesChannelsWorkflow,
  linkSalesChannelsToApiKeyWorkflow,
} = require('@medusajs/medusa/core-flows');
const { writeFileSync } = require('node:fs');

// A shop with one product of one cent, which a customer takes 1999 of, so that each order has a total of its own.
module.exports.default = async ({ container }) => {
  const of = async (workflow, input) => (await workflow(container).run({ input })).result;
  const [channel] = await of(createSalesChannelsWorkflow, { salesChannelsData: [{ name: 'Web' }] });
  const [region] = await of(createRegionsWorkflow, {
    regions: [
      {
        name: 'Europe',
        currency_code: 'eur',
        countries: ['es'],
        payment_providers: ['pp_stripe_stripe'],
        automatic_taxes: false,
      },
    ],
  });
  const [product] = await of(createProductsWorkflow, {
    products: [
      {
        title: 'Cent',
        status: 'published',
        sales_channels: [{ id: channel.id }],
        options: [{ title: 'Kind', values: ['one'] }],
        variants: [
          {
            title: 'one',
            sku: 'CENT',
            manage_inventory: false,
            options: { Kind: 'one' },
            prices: [{ currency_code: 'eur', amount: 0.01 }],
          },
        ],
      },
    ],
  });
  const [publishable, secret] = await of(createApiKeysWorkflow, {
    api_keys: [
      { title: 'Web', type: 'publishable', created_by: '' },
      { title: 'Staff', type: 'secret', created_by: '' },
    ],
  });
  await of(linkSalesChannelsToApiKeyWorkflow, { id: publishable.id, add: [channel.id] });
  writeFileSync(
    'filled.json',
    JSON.stringify({
      region: region.id,
      variant: product.variants[0].id,
      publishable: publishable.token,
      secret: secret.token,
    }),
  );
};
