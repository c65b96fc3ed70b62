// The parts of undici that the bundles use. Its own entry also loads fetch, WebSocket, caches and mocks, which Node has or
// nobody needs: 9 MiB of memory and a sixth of a second. A name that is missing here fails the build.
import api from 'undici/lib/api/index.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import Client from 'undici/lib/dispatcher/client.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js';

// As undici's entry does: `pool.request()` and its like live there.
Object.assign(Dispatcher.prototype, api);

export { Agent, Client, Dispatcher, EnvHttpProxyAgent, Pool, ProxyAgent };
