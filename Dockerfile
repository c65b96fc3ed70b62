FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build

# No shell, no package manager: Node, the system's CA certificates and one file.
FROM gcr.io/distroless/nodejs24-debian12:nonroot
COPY --from=build --chmod=0444 /build/dist/provider.cjs /provider.cjs
USER 65532:65532
WORKDIR /
ENV NODE_ENV=production
EXPOSE 8081
ENTRYPOINT ["/nodejs/bin/node", "/provider.cjs"]
