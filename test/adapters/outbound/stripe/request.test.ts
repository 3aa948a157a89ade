import { expect } from 'chai';
import * as fc from 'fast-check';
import * as qs from 'qs';
import {
  deleteRequest,
  encodeForm,
  getRequest,
  pathTo,
  postRequest,
} from '../../../../src/adapters/outbound/stripe/request.js';
import { seed } from '../../../support/inputs/seed.js';

const parse = (form: string): unknown => qs.parse(form, { depth: 10, arrayLimit: 100 });

describe('forms for Stripe', () => {
  it('have brackets for what is nested, and indexes in arrays', () => {
    const form = encodeForm({
      amount: 1999,
      confirm: true,
      metadata: { order: '42', '': 'é&=' },
      expand: ['latest_charge', 'customer'],
      card: { address: { city: "L'Hospitalet" } },
    });
    expect(form).to.equal(
      "amount=1999&confirm=true&metadata[order]=42&metadata[]=%C3%A9%26%3D&expand[0]=latest_charge&expand[1]=customer&card[address][city]=L'Hospitalet",
    );
  });

  it('leave out what is undefined, and empty what is null', () => {
    expect(encodeForm({ email: undefined, name: null, metadata: {}, expand: [] })).to.equal(
      'name=',
    );
  });

  it('are read back as they were given', () => {
    const name = fc.stringMatching(/^[a-z_]{1,8}$/);
    // Well-formed: no lone surrogates.
    const text = fc.string({ unit: 'binary', maxLength: 20 });
    const fields = fc.dictionary(fc.stringMatching(/^[a-z ="&%+]{1,8}$/), text, {
      minKeys: 1,
      maxKeys: 3,
    });
    fc.assert(
      fc.property(
        fc.dictionary(name, fc.oneof(text, fields, fc.array(text, { minLength: 1 }))),
        (params) => {
          expect(parse(encodeForm(params))).to.deep.equal(JSON.parse(JSON.stringify(params)));
        },
      ),
      { seed, numRuns: 100 },
    );
  });

  it('refuse text that cannot be encoded', () => {
    expect(() => encodeForm({ name: 'half \uD83D' })).to.throw(URIError);
  });
});

describe('requests to Stripe as values', () => {
  it('escape ids in paths', () => {
    expect(pathTo`/v1/customers/${'cus_1'}/sources/${'a/../b?c'}`).to.equal(
      '/v1/customers/cus_1/sources/a%2F..%2Fb%3Fc',
    );
  });

  it('have their parameters in the query of a GET, and in the form of a POST', () => {
    expect(getRequest('/v1/refunds', { limit: 3 })).to.deep.equal({
      method: 'GET',
      path: '/v1/refunds?limit=3',
    });
    expect(getRequest('/v1/refunds', {})).to.deep.equal({ method: 'GET', path: '/v1/refunds' });
    expect(getRequest('/v1/refunds/re_1')).to.deep.equal({
      method: 'GET',
      path: '/v1/refunds/re_1',
    });
    expect(postRequest('/v1/refunds', { charge: 'ch_1' })).to.deep.equal({
      method: 'POST',
      path: '/v1/refunds',
      form: 'charge=ch_1',
    });
    expect(deleteRequest('/v1/customers/cus_1')).to.deep.equal({
      method: 'DELETE',
      path: '/v1/customers/cus_1',
    });
  });
});
