# A container image of Mayfly: docker build -t mayfly .
# Nothing here names a processor, so "docker buildx build --platform linux/amd64,linux/arm64" makes it for both.
FROM maven:3.9-eclipse-temurin-17 AS build
WORKDIR /source
COPY . .
RUN mvn -B -ntp -q -Pdistribution -pl distribution -am package -DskipTests \
    && mv distribution/target/image/mayfly-* /opt/mayfly

FROM debian:stable-slim
COPY --from=build /opt/mayfly /opt/mayfly
# The classes are kept now, because later the program cannot be written to. What can be is /data, which belongs to the user
# that the server runs as.
RUN /opt/mayfly/bin/mayfly rehearse \
    && ln -s /opt/mayfly/bin/mayfly /usr/local/bin/mayfly \
    && groupadd --gid 10001 mayfly \
    && useradd --uid 10001 --gid mayfly --no-create-home --home-dir /data --shell /usr/sbin/nologin mayfly \
    && install -d -o mayfly -g mayfly -m 0700 /data
USER 10001:10001
ENV MAYFLY_DATA=/data MAYFLY_HOST=0.0.0.0
VOLUME /data
EXPOSE 8081 10250
HEALTHCHECK --interval=10s --timeout=10s --start-period=30s CMD ["/opt/mayfly/bin/mayfly", "ready"]
ENTRYPOINT ["/opt/mayfly/bin/mayfly"]
CMD ["serve"]
