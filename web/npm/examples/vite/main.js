// The bundler finds the modules and the worker by itself.
import { podTemplateHash } from "kubeloupe";
import { podTemplateHash as inWorker } from "kubeloupe/worker";

const deployment = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web", namespace: "shop" },
  spec: { template: { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "web", image: "nginx" }] } } },
};
const yaml = `
apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop }
spec:
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: nginx }] }
`;
const show = (id, { templates }) => {
  document.querySelector(id).textContent = templates[0].hashes[0].name;
};

show("#page", await podTemplateHash(deployment));
show("#yaml", await podTemplateHash(yaml));
show("#worker", await inWorker(yaml));
