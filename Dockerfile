# The service, and every other command of pasarela. Build: docker build -t pasarela .
ARG NODE=24

FROM node:${NODE}-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build

FROM node:${NODE}-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The driver of PostgreSQL is an optional peer of the package: here it is a dependency, in the version of the lock file.
RUN npm pkg set "dependencies.pg=$(node -p "require('./package.json').devDependencies.pg")" \
  && npm pkg delete devDependencies.pg \
  && npm install --omit=dev --ignore-scripts

FROM node:${NODE}-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /build/dist dist
COPY package.json ./
# The user of the image may write there, and nowhere else.
RUN install -d -o node -g node -m 700 /data
VOLUME /data
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/dist/cli.js"]
CMD ["serve"]
