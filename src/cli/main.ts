import { Command, Option } from 'commander';
import { version } from '../../package.json';
import { PACKAGE_NAME } from '../product';
import { type Behaviour, shownBehaviour } from '../sandbox/stackit/behaviour';
import { DEVIATIONS, type Deviation } from '../sandbox/stackit/deviations';
import { describe } from './failure';
import { collectBehaviour, collectProject, parseDeviations, parsePort, parseSpeed, type Speed } from './options';
import { stopSignal } from './stop';

interface SandboxFlags {
  readonly dir?: string;
  readonly provider?: boolean;
  readonly speed: Speed;
  readonly kubernetes: 'local' | 'none';
  readonly project?: readonly string[];
  readonly behaviour?: Partial<Behaviour>;
  readonly journal?: string;
  readonly deviations?: readonly Deviation[] | 'all';
  readonly kubernetesPort: number;
  readonly stackitPort: number;
  readonly output: 'text' | 'json';
}

const sandboxHelp = () => `
What it starts, all on 127.0.0.1 and all in memory:
  a Kubernetes API with the definitions of all kinds, for kubectl and the provider
  a simulator of STACKIT, for the provider and STACKIT's own clients: IaaS API v2, SKE API v2, service enablement, the
  token endpoint for key files and /oauth/v2/token for workload identities

Examples:
  $ ${PACKAGE_NAME} sandbox --provider --speed 10
  $ KUBECONFIG=<printed path> kubectl apply -f examples/yaml/full-stack.yaml
  $ KUBECONFIG=<printed path> kubectl get stackit --watch
  $ ${PACKAGE_NAME} sandbox --kubernetes none -o json     # for scripts: one line, when everything listens

Where the real cloud departs from its own specification, for --deviations:
${deviationList()}

What it does where STACKIT documents nothing, with the defaults, for --behaviour <name>=<value>:
${behaviourList()}

Below the printed adminEndpoint, without a token:
  /journal            every request and what it did; DELETE forgets them
  /state              every object of every project
  /dump               everything as JSON; PUT loads it
  /behaviour          what was chosen where STACKIT documents nothing
  /faults             what goes wrong: POST one, DELETE all
  /permissions        what callers may not do: POST one, DELETE all
  /tokens             POST issues an access token
  /service-accounts   POST makes an identity and answers its key file
  /federations        whose workload tokens are exchanged: POST one

  $ curl -s $STACKIT_IAAS_ENDPOINT/admin/journal
  $ curl -s $STACKIT_IAAS_ENDPOINT/admin/faults \\
      -d '{"match": {"operationId": "CreateServer", "count": 1}, "effect": {"kind": "error", "status": 500}}'
`;

function deviationList(): string {
  return Object.entries(DEVIATIONS)
    .map(([name, what]) => `  ${name.padEnd(5)} ${what}`)
    .join('\n');
}

function behaviourList(): string {
  return shownBehaviour()
    .map(({ name, usual, takes, about }) => `  ${name}=${usual}\n      ${about}; takes ${takes}`)
    .join('\n');
}

/** Also by the environment, so that sandboxes that others start, such as tests and benchmarks, can be looked into. */
function journalOption(): Option {
  return new Option(
    '--journal <folder>',
    'leave every request that STACKIT got in this folder at the end, as JSON',
  ).env('SOSTACKIT_JOURNAL');
}

const demoHelp = `
It synthesizes examples/full-stack.ts, applies it, lets the bundled provider make everything Ready, shows what STACKIT
has, deletes it again and checks that nothing is left. It needs a checkout of the repository, since the example lies there.

Examples:
  $ npm run demo
  $ npm run demo -- --kubeconfig ~/.kube/config     # a real cluster, in a namespace that is removed at the end
`;

function createProgram(): Command {
  const program = new Command(PACKAGE_NAME)
    .description('A code-first provider for the STACKIT cloud: sandbox, demo and definitions')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, `${PACKAGE_NAME}: `)) });
  const command = (name: string, description: string) =>
    program
      .command(name)
      .description(description)
      .helpOption('-h, --help', 'print this help')
      .showHelpAfterError(`  Run "${PACKAGE_NAME} ${name} --help" for what it takes.`);
  program.showHelpAfterError(`  Run "${PACKAGE_NAME} --help" for what it takes.`);

  command('sandbox', 'start a local Kubernetes API and a STACKIT simulator until Ctrl-C')
    .option(
      '--dir <folder>',
      'where the kubeconfig and the service-account key are written (default: a temporary folder)',
    )
    .option('--provider', 'run the bundled provider beside it')
    .addOption(
      new Option('--speed <factor>', 'how much faster than the real cloud things go: a number, or "instant"')
        .default(1)
        .argParser(parseSpeed),
    )
    .addOption(
      new Option('--kubernetes <side>', 'leave the Kubernetes side away with "none"')
        .choices(['local', 'none'])
        .default('local'),
    )
    .option('--project <id>', 'allow the key this project only; may be repeated (default: any project)', collectProject)
    .option(
      '--deviations <list>',
      'depart from the specification as the real cloud does: "all" or Q38,Q97',
      parseDeviations,
    )
    .option(
      '--behaviour <name=value>',
      'choose what STACKIT does not document, as listed below; may be repeated',
      collectBehaviour,
    )
    .addOption(journalOption())
    .option('--kubernetes-port <port>', 'port of the Kubernetes API, 0 for a free one', parsePort, 0)
    .option('--stackit-port <port>', 'port of the simulator, 0 for a free one', parsePort, 0)
    .addOption(
      new Option('-o, --output <format>', 'how the settings are printed').choices(['text', 'json']).default('text'),
    )
    .addHelpText('after', sandboxHelp)
    .action(async ({ kubernetes, project, ...flags }: SandboxFlags) => {
      const options = { ...flags, kubernetes: kubernetes === 'local', ...(project && { projects: project }) };
      // Loaded on use, here and below: what a command does not need would double the time until it starts.
      const { runSandbox } = require('./run-sandbox') as typeof import('./run-sandbox');
      await runSandbox(options, stopSignal());
    });

  command('demo', 'show the whole way from constructs to Ready and back, in half a minute')
    .option('--kubeconfig <file>', 'use this real cluster instead of the local Kubernetes API')
    .addOption(journalOption())
    .addHelpText('after', demoHelp)
    .action(async (options: { readonly kubeconfig?: string; readonly journal?: string }) => {
      const { runDemo } = require('./demo') as typeof import('./demo');
      await runDemo(options, stopSignal());
    });

  command('crds', 'print the custom resource definitions of all kinds as YAML')
    .addHelpText('after', `\nExample:\n  $ ${PACKAGE_NAME} crds | kubectl apply -f -\n`)
    .action(() => {
      const { crdsYaml } = require('./crds-yaml') as typeof import('./crds-yaml');
      process.stdout.write(crdsYaml());
    });
  return program;
}

createProgram()
  .parseAsync()
  .catch((error: unknown) => {
    process.stderr.write(`${describe(error)}\n`);
    process.exitCode = 1;
  });
