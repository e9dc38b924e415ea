// The deployment files agree with each other and with the server: names, ports, labels, versions, settings and times. Their
// schemas are checked by `make check-deploy`.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { test } from 'node:test';

const root = path.resolve(import.meta.dirname, '..');
// A package of the page's tools.
const { parse, parseAllDocuments } = createRequire(path.join(root, 'web/package.json'))('yaml');
const read = (file) => readFileSync(path.join(root, file), 'utf8');
const documents = (file) => parseAllDocuments(read(file)).map((document) => document.toJS());
const settings = new Set([...read('.env.example').matchAll(/^#? ?([A-Z_]+)=/gm)].map(([, name]) => name));

const kubernetes = [
  ...['halcyon.yaml', 'migrate.yaml', 'settings.yaml'].flatMap((name) => documents(`deploy/kubernetes/${name}`)),
  ...documents('deploy/kubernetes-overlay/ingress.yaml'),
];
const find = (kind, name = 'halcyon') => {
  const found = kubernetes.find((one) => one.kind === kind && one.metadata.name === name);
  assert.ok(found, `${kind} ${name}`);
  return found;
};
const deployment = find('Deployment');
const pod = deployment.spec.template;
const [container] = pod.spec.containers;

test('every object of Kubernetes has the version of its kind', () => {
  const versions = {
    Deployment: 'apps/v1',
    Service: 'v1',
    Secret: 'v1',
    HorizontalPodAutoscaler: 'autoscaling/v2',
    PodDisruptionBudget: 'policy/v1',
    NetworkPolicy: 'networking.k8s.io/v1',
    Job: 'batch/v1',
    Ingress: 'networking.k8s.io/v1',
  };
  for (const { apiVersion, kind, metadata } of kubernetes) {
    assert.equal(apiVersion, versions[kind], kind);
    assert.match(metadata.name, /^halcyon(-migrate)?$/);
  }
  assert.equal(kubernetes.length, Object.keys(versions).length);
});

test('every selector selects the pods of the deployment', () => {
  const { labels } = pod.metadata;
  const selectors = [
    deployment.spec.selector.matchLabels,
    find('Service').spec.selector,
    find('PodDisruptionBudget').spec.selector.matchLabels,
    find('NetworkPolicy').spec.podSelector.matchLabels,
    ...pod.spec.topologySpreadConstraints.map(({ labelSelector }) => labelSelector.matchLabels),
  ];
  for (const selector of selectors) {
    assert.ok(Object.keys(selector).length > 0);
    for (const [name, value] of Object.entries(selector)) assert.equal(labels[name], value);
  }
  const { kind, name, apiVersion } = find('HorizontalPodAutoscaler').spec.scaleTargetRef;
  assert.deepEqual([kind, name, apiVersion], ['Deployment', deployment.metadata.name, deployment.apiVersion]);
});

test('ports, probes and mounts name what the container has', () => {
  const ports = container.ports.map(({ name }) => name);
  const numbers = container.ports.map(({ containerPort }) => containerPort);
  for (const { targetPort } of find('Service').spec.ports) assert.ok(ports.includes(targetPort));
  for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
    const { path: address, port } = container[probe].httpGet;
    assert.ok(ports.includes(port), probe);
    assert.match(address, /^\/health\/(live|ready)$/);
  }
  const open = find('NetworkPolicy').spec.ingress.flatMap((rule) => rule.ports.map(({ port }) => port));
  assert.deepEqual(open.toSorted(), numbers.toSorted());
  const volumes = pod.spec.volumes.map(({ name }) => name);
  for (const { name } of container.volumeMounts) assert.ok(volumes.includes(name));
  assert.match(read('Dockerfile'), /HALCYON_LISTEN=0\.0\.0\.0:8080/);
});

test('pods run as the user of the image, without rights, and have time to stop', () => {
  const uid = Number(read('Dockerfile').match(/--uid (\d+)/)[1]);
  for (const spec of [pod.spec, find('Job', 'halcyon-migrate').spec.template.spec]) {
    assert.deepEqual([spec.securityContext.runAsUser, spec.securityContext.runAsNonRoot], [uid, true]);
    // Kubernetes would set HALCYON_SERVICE_HOST and the like.
    assert.equal(spec.enableServiceLinks, false);
    for (const { securityContext } of spec.containers) {
      assert.equal(securityContext.readOnlyRootFilesystem, true);
      assert.equal(securityContext.allowPrivilegeEscalation, false);
      assert.deepEqual(securityContext.capabilities.drop, ['ALL']);
    }
  }
  const shutdownSeconds = Number(read('server/src/serve/mod.rs').match(/SHUTDOWN_GRACE: Duration = Duration::from_secs\((\d+)\)/)[1]);
  const pause = container.lifecycle.preStop.sleep.seconds;
  assert.ok(pod.spec.terminationGracePeriodSeconds > pause + shutdownSeconds);
  for (const service of Object.values(parse(read('deploy/compose.household.yaml')).services)) {
    assert.ok(Number.parseInt(service.stop_grace_period, 10) > shutdownSeconds);
  }
  assert.ok(Number(read('deploy/halcyon.service').match(/^TimeoutStopSec=(\d+)$/m)[1]) > shutdownSeconds);
});

test('every setting in a deployment file exists', () => {
  const secret = find('Secret');
  const named = Object.keys(secret.stringData);
  for (const spec of [pod.spec, find('Job', 'halcyon-migrate').spec.template.spec]) {
    assert.equal(spec.containers[0].envFrom[0].secretRef.name, secret.metadata.name);
  }
  const files = ['compose.yaml', 'compose.household.yaml', 'halcyon.service'].map((name) => read(`deploy/${name}`));
  for (const text of [...files, read('Dockerfile')]) named.push(...(text.match(/\bHALCYON_[A-Z_]+(?=[:=])/g) ?? []));
  assert.ok(named.length > 12);
  for (const name of named) assert.ok(settings.has(name), name);
});

test('kustomize finds its files', () => {
  for (const folder of ['deploy/kubernetes', 'deploy/kubernetes-overlay']) {
    const { resources } = parse(read(`${folder}/kustomization.yaml`));
    for (const name of resources) assert.ok(existsSync(path.join(root, folder, name)), name);
  }
  // The commands of the documents apply the job before everything else, by this label.
  const { labels } = find('Job', 'halcyon-migrate').metadata;
  assert.ok(read('docs/deployment.md').includes(`-k deploy/kubernetes-overlay --selector app=${labels.app}\n`));
});

test('the ingress leads to the service', () => {
  const [{ http }] = find('Ingress').spec.rules;
  const { name, port } = http.paths[0].backend.service;
  assert.ok(find('Service', name).spec.ports.some((one) => one.name === port.name));
});

test('one version is named everywhere', () => {
  const version = read('server/Cargo.toml').match(/^version = "(.*)"$/m)[1];
  assert.equal(JSON.parse(read('openapi.json')).info.version, version);
  assert.equal(JSON.parse(read('web/package.json')).version, version);
  assert.equal(read('Dockerfile').match(/^ARG VERSION=(.*)$/m)[1], version);
  const overlays = ['kubernetes', 'kubernetes-overlay'].flatMap((folder) => parse(read(`deploy/${folder}/kustomization.yaml`)).images);
  const services = ['compose.yaml', 'compose.household.yaml'].flatMap((name) => Object.values(parse(read(`deploy/${name}`), { merge: true }).services));
  const pods = [pod.spec, find('Job', 'halcyon-migrate').spec.template.spec].flatMap(({ containers }) => containers);
  const images = [...services, ...pods].map(({ image }) => image).filter((image) => image.startsWith('halcyon:'));
  assert.deepEqual(new Set([...overlays.map(({ newTag }) => newTag), ...images.map((image) => image.split(':')[1])]), new Set([version]));
  assert.equal(images.length, 5);
  // `make dist` names the archive by it.
  assert.ok(read('docs/deployment.md').includes(`halcyon-${version}-linux-x86_64.tar.gz`));
});

test('PostgreSQL is said to need as many connections as all pods may open', () => {
  const example = read('.env.example');
  const setting = (name) => Number(example.match(new RegExp(`^# ?${name}=(\\d+)`, 'm'))[1]);
  const each = setting('HALCYON_DATABASE_CONNECTIONS') + setting('HALCYON_JOB_CONNECTIONS');
  const { maxReplicas } = find('HorizontalPodAutoscaler').spec;
  const all = (maxReplicas + deployment.spec.strategy.rollingUpdate.maxSurge) * each;
  assert.ok(read('deploy/kubernetes/halcyon.yaml').includes(`must exceed ${all}.`));
  assert.ok(read('docs/deployment.md').includes(`${maxReplicas + 1} × ${each} = ${all}`));
});

test('every variable of the household comes from its file or has a default', () => {
  const documented = read('docs/deployment.md').match(/^printf '(.*)' > deploy\/\.env$/m)[1];
  for (const [, name, hasDefault] of read('deploy/compose.household.yaml').matchAll(/\$\{([A-Z_]+)(:-)?/g)) {
    assert.ok(hasDefault || documented.includes(`${name}=`), name);
  }
  // The same line everywhere.
  for (const file of ['README.md', 'deploy/compose.household.yaml']) assert.ok(read(file).includes(`printf '${documented}' > deploy/.env`), file);
});

test('compose services depend on each other by name, and Caddy knows both processes', () => {
  const compose = parse(read('deploy/compose.yaml'), { merge: true });
  for (const [name, service] of Object.entries(compose.services)) {
    const needed = Array.isArray(service.depends_on) ? service.depends_on : Object.keys(service.depends_on ?? {});
    for (const other of needed) assert.ok(compose.services[other], `${name} → ${other}`);
    for (const volume of (service.volumes ?? []).filter((entry) => !entry.startsWith('.'))) {
      assert.ok(volume.split(':')[0] in compose.volumes, `${name}: ${volume}`);
    }
  }
  const upstreams = read('deploy/Caddyfile').match(/reverse_proxy (.*) \{/)[1].split(' ');
  const processes = Object.keys(compose.services).filter((name) => compose.services[name].image?.startsWith('halcyon:'));
  assert.deepEqual(upstreams, processes.map((name) => `${name}:8080`));
  assert.equal(processes.length, 2);
  const [{ subnet }] = compose.networks.default.ipam.config;
  assert.equal(compose.services['halcyon-1'].environment.HALCYON_TRUSTED_PROXIES, subnet);
});

test('the workflows run commands of the Makefile, and tests read units with systemd', () => {
  const targets = new Set([...read('Makefile').matchAll(/^([a-z-]+):.*## /gm)].map(([, target]) => target));
  const steps = (file) => Object.values(parse(read(`.github/workflows/${file}`)).jobs).flatMap((job) => job.steps.map(({ run }) => run ?? ''));
  const commands = ['test.yaml', 'release.yaml'].flatMap(steps);
  const used = commands.flatMap((run) => [...run.matchAll(/^make ([a-z-]+)/gm)].map(([, target]) => target));
  assert.deepEqual(used.toSorted(), ['check-deploy', 'dist', 'test']);
  for (const target of used) assert.ok(targets.has(target), target);
  // The API suite leaves its test of the units out where systemd-analyze is missing.
  assert.ok(steps('test.yaml').some((run) => /apt-get install .* systemd$/m.test(run)));
});
