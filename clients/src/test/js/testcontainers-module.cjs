// Loads the emulator module of Testcontainers from a directory, with a stand-in for the library that it is built on, and prints the
// request to a container engine that the module causes, the log message that it waits for, and what it tells its users:
// node testcontainers-module.cjs DIRECTORY
const Module = require("node:module");
const net = require("node:net");

const request = { Env: [], ExposedPorts: {}, HostConfig: { PortBindings: {} } };
let awaited;

class GenericContainer {
  withWaitStrategy(logMessage) {
    awaited = logMessage;
    return this;
  }

  withExposedPorts(...ports) {
    for (const { host, container } of ports) {
      request.ExposedPorts[`${container}/tcp`] = {};
      request.HostConfig.PortBindings[`${container}/tcp`] = [{ HostPort: `${host}` }];
    }
    return this;
  }

  withEnvironment(environment) {
    request.Env.push(...Object.entries(environment).map(([name, value]) => `${name}=${value}`));
    return this;
  }

  async start() {
    return {};
  }
}

class AbstractStartedContainer {
  getHost() {
    return "127.0.0.1";
  }
}

class RandomPortGenerator {
  generatePort() {
    return new Promise((resolve) => {
      const server = net.createServer();
      server.listen(0, "127.0.0.1", () => {
        const { port } = server.address();
        server.close(() => resolve(port));
      });
    });
  }
}

const standIn = {
  AbstractStartedContainer,
  GenericContainer,
  RandomPortGenerator,
  Wait: { forLogMessage: (message) => message },
};
const load = Module._load;
Module._load = (name, ...rest) => (name === "testcontainers" ? standIn : load(name, ...rest));

const { AzureCosmosDbEmulatorContainer } = require(process.argv[2]);
new AzureCosmosDbEmulatorContainer("mayfly").start().then((started) => {
  console.log(JSON.stringify({ request, awaited, endpoint: started.getEndpoint(), key: started.getKey() }));
});
