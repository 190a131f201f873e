// The engine runs in a worker: the page stays responsive, however long the simulation takes.
import { simulate } from "./node_modules/kubeloupe/dist/worker.js";

const owner = { apiVersion: "v1", kind: "ConfigMap", name: "owner", uid: "owner" };
const dependents = Array.from({ length: 1000 }, (_, at) => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: `c${at}`, namespace: "shop", uid: `c${at}`, ownerReferences: [owner] },
}));
const objects = [{ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "owner", namespace: "shop", uid: "owner" } }, ...dependents];

const simulation = await simulate({ kubeloupe: "v1", objects });
await simulation.run();
await simulation.apply({ delete: { kind: "ConfigMap", namespace: "shop", name: "owner" } });
const end = await simulation.run({
  onProgress: ({ steps }) => document.querySelector("progress").setAttribute("title", `${steps} steps`),
});
const left = await simulation.objects();
document.querySelector("output").textContent = `${left.length} objects are left after ${end.time}`;
document.querySelector("progress").hidden = true;
simulation.free();
