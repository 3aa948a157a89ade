import { expect } from 'chai';
import { silentLogger } from '../../../src/application/ports/logger.js';
import { openMetricsServer } from '../../../src/infrastructure/metrics/metrics-server.js';
import { rawRequest } from '../../support/http/raw-request.js';

describe('the server of metrics', () => {
  it('ends connections of slow callers', async () => {
    const server = await openMetricsServer(
      () => [],
      { host: '127.0.0.1', port: 0 },
      { logger: silentLogger, verbose: false },
      { headersTimeout: 20, requestTimeout: 40, connectionsCheckingInterval: 10 },
    );
    try {
      for (const bytes of ['', 'GET /metrics HTTP/1.1\r\nHo']) {
        expect((await rawRequest(server.address, bytes)).status).to.equal(408);
      }
    } finally {
      await server.close();
    }
  });
});
