import { App, Chart } from 'cdk8s';
import { Crds, Provider } from 'sostackit/plus';

const app = new App();
const chart = new Chart(app, 'install');

// The kinds first, then the provider that serves them. Its key is in a Secret that is made by hand:
//   kubectl -n stackit-compute-operator-system create secret generic stackit-credentials --from-file=service-account-key.json
new Crds(chart, 'crds');
new Provider(chart, 'provider', {
  image: 'registry.example.com/sostackit/provider:0.1.0',
  networkPolicy: true,
});

app.synth();
