import { App, Chart } from 'cdk8s';
import type { Construct } from 'constructs';
import { Image, type INetwork, Network, Server, Stack, type StackProps, UserData, Volume } from 'sostackit';

interface WebFarmProps extends StackProps {
  /** Number of web servers. */
  readonly servers: number;
  /** Size of the database's disk, in GB. */
  readonly storage: number;
}

/** Web servers and a database on one network: a composite of one's own. */
class WebFarm extends Stack {
  readonly network: INetwork;
  readonly database: Server;

  constructor(scope: Construct, id: string, { servers, storage, ...stack }: WebFarmProps) {
    super(scope, id, stack);
    // What is wrong with any of the parts is thrown as one error.
    const { network, database } = this.compose(() => {
      const network = new Network(this, 'network', { ipv4: { prefixLength: 25 } });
      const image = Image.fromImageId(this, 'ubuntu', '012d2f5b-ee00-4700-9bea-cdabf0e1bfa8');
      const bootVolume = { size: 20, deleteOnTermination: true };
      for (let index = 1; index <= servers; index++) {
        const userData = UserData.fromYaml({ hostname: `web-${index}`, packages: ['nginx'] });
        new Server(this, `web-${index}`, { machineType: 'c1.2', network, image, bootVolume, userData });
      }
      // The disk has a life of its own: deleting it here leaves it in STACKIT.
      const disk = new Volume(this, 'disk', { size: storage, deletionPolicy: 'Orphan' });
      const userData = UserData.multipart(
        UserData.fromYaml({ packages: ['postgresql'] }),
        '#!/bin/sh\nmount /dev/vdb /var/lib/postgresql\n',
      );
      const database = new Server(this, 'database', { machineType: 'g1.2', network, image, bootVolume, userData });
      database.addDataVolume(disk);
      return { network, database };
    });
    this.network = network;
    this.database = database;
  }
}

const app = new App();
const chart = new Chart(app, 'composite');

const place = { projectId: '11111111-2222-4333-8444-555555555555', region: 'eu01', availabilityZone: 'eu01-1' };
new WebFarm(chart, 'test', { ...place, compositeName: 'test-farm', servers: 1, storage: 10 });
new WebFarm(chart, 'prod', { ...place, compositeName: 'prod-farm', servers: 2, storage: 100, labels: { env: 'prod' } });

app.synth();
