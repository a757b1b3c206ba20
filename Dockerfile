# A container image of Mayfly that also works wherever one of Microsoft's emulator images is expected:
#   docker build -t mayfly .
# Nothing here names a processor, so "docker buildx build --platform linux/amd64,linux/arm64" builds it for both.
FROM maven:3.9-eclipse-temurin-17 AS build
WORKDIR /source
COPY . .
RUN mvn -B -ntp -q -Pdistribution -pl distribution -am package -DskipTests \
    && mv distribution/target/image/mayfly-* /opt/mayfly

FROM debian:stable-slim
COPY --from=build /opt/mayfly /opt/mayfly
# The program cannot be written to later, so its class cache is made now. The server's user owns the two directories that
# tools mount volumes at: /data, and that of the classic emulator. Data goes to the one that is mounted, otherwise to /data.
RUN /opt/mayfly/bin/mayfly rehearse \
    && ln -s /opt/mayfly/bin/mayfly /usr/local/bin/mayfly \
    && groupadd --gid 10001 mayfly \
    && useradd --uid 10001 --gid mayfly --no-create-home --home-dir /data --shell /usr/sbin/nologin mayfly \
    && install -d -o mayfly -g mayfly -m 0700 /data \
    && install -d -o mayfly -g mayfly -m 0755 /tmp/cosmos /tmp/cosmos/appdata
USER 10001:10001
# As in the emulator images, the well-known key is accepted unless another one is given; publish the port to this machine only.
# Direct mode is off because a client that cannot reach its port waits for half a minute before it says so.
ENV DATA_PATH=/data \
    EXPLORER_PORT=1234 \
    MAYFLY_ACCOUNT=cosmosdev \
    MAYFLY_ALLOW_DEFAULT_KEY=true \
    MAYFLY_DIRECT_PORT=off \
    MAYFLY_EMULATOR_APPDATA=/tmp/cosmos/appdata \
    MAYFLY_HOST=0.0.0.0 \
    MAYFLY_PROBE_PORT=8080
EXPOSE 8081 8080 1234
HEALTHCHECK --interval=10s --timeout=10s --start-period=30s CMD ["/opt/mayfly/bin/mayfly", "ready"]
ENTRYPOINT ["/opt/mayfly/bin/mayfly", "emulator"]
