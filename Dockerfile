# The service (docker run pasarela), the local server (docker run pasarela fake), and every other command. docs/going-live.md
# describes it. Build: docker build -t pasarela .
# The digest fixes the image that the tag had: docs/going-live.md tells how to renew both.
ARG NODE=node:24-slim@sha256:d6aa754f16b3197301076f047b5def2f02ea1dbbc2ca920407d46d7ec7f87b20

FROM ${NODE} AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build

FROM ${NODE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The driver of PostgreSQL is an optional peer of the package: here it is a dependency, in the version of the lock file.
RUN npm pkg set "dependencies.pg=$(node -p "require('./package.json').devDependencies.pg")" \
  && npm pkg delete devDependencies.pg \
  && npm ci --omit=dev --ignore-scripts

FROM ${NODE}
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /build/dist dist
COPY package.json ./
# The user of the image may write there, and nowhere else.
RUN install -d -o node -g node -m 700 /data
VOLUME /data
USER node
EXPOSE 3000 12111
# One of the two runs: the service, or the local server.
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "const ask = (path) => fetch(`http://127.0.0.1:${path}`).then(({ ok }) => ok || Promise.reject()); Promise.any([ask(`${process.env.PORT}/ready`), ask('12111/')]).then(() => process.exit(0), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/dist/cli.js"]
CMD ["serve"]
