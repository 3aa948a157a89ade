import { once } from 'node:events';
import { Router } from '@koa/router';
import * as t from 'io-ts';
import Koa from 'koa';
import bodyParser from 'koa-bodyparser';
import { Answer } from '../harness/answers.js';
import { runAsChild } from '../harness/run-as-child.js';
import { urlForLoad } from '../harness/url-for-load.js';

// Koa with a router and a body parser, which repeats recorded answers and checks nothing.
await runAsChild(t.array(Answer), async (answers) => {
  const app = new Koa();
  const router = new Router();
  for (const { method, path, status, body } of answers) {
    router.register(path, [method], (ctx) => {
      ctx.status = status;
      ctx.type = 'application/json; charset=utf-8';
      ctx.body = body;
    });
  }
  app.use(bodyParser()).use(router.routes());
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: urlForLoad(server) };
});
