import { createServer } from "node:http";
import { page } from "./page.mjs";

const scenario = {
  kubeloupe: "v1",
  title: "A dependent goes with its owner",
  objects: [
    { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "owner", namespace: "shop", uid: "a" } },
    {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: {
        name: "dependent",
        namespace: "shop",
        uid: "b",
        ownerReferences: [{ apiVersion: "v1", kind: "ConfigMap", name: "owner", uid: "a" }],
      },
    },
  ],
  actions: [{ at: "0s", delete: { kind: "ConfigMap", namespace: "shop", name: "owner" } }],
};

const server = createServer(async (_, response) => {
  response.setHeader("content-type", "text/html; charset=utf-8");
  response.end(await page(scenario));
});
server.listen(Number(process.env.PORT ?? 3000), "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${server.address().port}`);
});
