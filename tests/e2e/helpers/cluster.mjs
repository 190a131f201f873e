// A stand-in for `kubectl proxy --www`: an API server's answers, made of a recorded dump, and the app on the same origin.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { APP_URL } from "./app.mjs";

const METADATA_ONLY = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";
const CLUSTER_SCOPED = new Set([
  "APIService", "ClusterRole", "CustomResourceDefinition", "FlowSchema", "IPAddress", "Namespace", "Node",
  "PriorityClass", "PriorityLevelConfiguration", "ServiceCIDR", "Tenant",
]);
const VERBS = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"];

const plural = (kind) => {
  const word = kind.toLowerCase();
  if (/(s|x|z|ch|sh)$/.test(word)) {
    return `${word}es`;
  }
  return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`;
};

/** Resources by `group/version/plural`, each with its kind, scope and objects. */
function resourcesOf(dump) {
  const resources = new Map();
  for (const item of dump.items) {
    const key = `${item.apiVersion}/${plural(item.kind)}`;
    if (!resources.has(key)) {
      resources.set(key, {
        groupVersion: item.apiVersion,
        resource: plural(item.kind),
        kind: item.kind,
        namespaced: !CLUSTER_SCOPED.has(item.kind),
        items: [],
      });
    }
    resources.get(key).items.push(item);
  }
  return resources;
}

/**
 * Starts the stand-in and stops it when the test ends. `prefix` is where the app is, `base` where the API is, `page` the
 * most objects of one page. `aggregated: false` plays a server older than aggregated discovery. `meddle(path, count)` may
 * answer a request itself with `{ status, body }`, hold it with `{ hold: true }`, or let it be; `count` says how often that
 * path was asked for. `role` is the only namespace in which the caller may list anything.
 */
export async function startCluster(t, { dump, prefix = "/static/", base = "", page = 500, aggregated = true, meddle, role } = {}) {
  const resources = resourcesOf(JSON.parse(readFileSync(new URL(`../../dumps/${dump}`, import.meta.url), "utf8")));
  const requests = [];
  const counts = new Map();
  const aborted = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url, "http://stand-in");
    if (url.pathname.startsWith(prefix)) {
      serveApp(url.pathname.slice(prefix.length), response);
      return;
    }
    requests.push({ method: request.method, url: request.url, accept: request.headers.accept });
    const count = (counts.get(request.url) ?? 0) + 1;
    counts.set(request.url, count);
    const own = meddle?.(request.url, count);
    if (own?.hold) {
      response.on("close", () => aborted.push(request.url));
      return;
    }
    const { status, body, headers } = own ?? answer(url, request.headers.accept);
    response.writeHead(status, { "Content-Type": "application/json", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  });

  const failure = (code, reason) => ({ status: code, body: { kind: "Status", apiVersion: "v1", status: "Failure", reason, code } });

  function answer(url, accept) {
    const path = url.pathname;
    if (!path.startsWith(base)) {
      return failure(404, "NotFound");
    }
    const parts = path.slice(base.length).split("/").filter((part) => part !== "");
    if (parts[0] === "version") {
      return { status: 200, body: { major: "1", minor: "37", gitVersion: "v1.37.2" } };
    }
    const isGroup = parts[0] === "apis";
    const groupVersion = isGroup ? parts.slice(1, 3).join("/") : parts[1];
    if (parts.length === 1) {
      return { status: 200, body: aggregated && accept.includes("APIGroupDiscoveryList") ? discovery(isGroup) : names(isGroup) };
    }
    if (parts.length === (isGroup ? 3 : 2)) {
      return { status: 200, body: resourceList(groupVersion) };
    }
    const found = resources.get(`${groupVersion}/${parts.at(-1)}`);
    if (found === undefined) {
      return failure(404, "NotFound");
    }
    const [scope, namespace] = parts.slice(isGroup ? 3 : 2, -1);
    if (scope === undefined) {
      return role === undefined ? { status: 200, body: list(found, url.searchParams, accept) } : failure(403, "Forbidden");
    }
    if (scope !== "namespaces" || !found.namespaced) {
      return failure(404, "NotFound");
    }
    if (role !== undefined && namespace !== role) {
      return failure(403, "Forbidden");
    }
    const items = found.items.filter(({ metadata }) => metadata.namespace === namespace);
    return { status: 200, body: list({ ...found, items }, url.searchParams, accept) };
  }

  const ofRoot = (isGroup) => [...resources.values()].filter(({ groupVersion }) => groupVersion.includes("/") === isGroup);
  const groupOf = (groupVersion) => (groupVersion.includes("/") ? groupVersion.split("/")[0] : "");
  const groupVersions = (isGroup) => [...new Set(ofRoot(isGroup).map(({ groupVersion }) => groupVersion))];

  function discovery(isGroup) {
    const items = groupVersions(isGroup).map((groupVersion) => ({
      metadata: { name: groupOf(groupVersion), creationTimestamp: null },
      versions: [
        {
          version: groupVersion.split("/").at(-1),
          freshness: "Current",
          resources: ofRoot(isGroup)
            .filter((one) => one.groupVersion === groupVersion)
            .map((one) => ({
              resource: one.resource,
              responseKind: { group: groupOf(groupVersion), version: groupVersion.split("/").at(-1), kind: one.kind },
              scope: one.namespaced ? "Namespaced" : "Cluster",
              singularResource: one.kind.toLowerCase(),
              verbs: VERBS,
              subresources: [{ subresource: "status", responseKind: null, verbs: ["get", "patch", "update"] }],
            })),
        },
      ],
    }));
    return { kind: "APIGroupDiscoveryList", apiVersion: "apidiscovery.k8s.io/v2", metadata: {}, items };
  }

  function names(isGroup) {
    if (!isGroup) {
      return { kind: "APIVersions", versions: ["v1"] };
    }
    const groups = groupVersions(true).map((groupVersion) => {
      const version = { groupVersion, version: groupVersion.split("/")[1] };
      return { name: groupOf(groupVersion), versions: [version], preferredVersion: version };
    });
    return { kind: "APIGroupList", apiVersion: "v1", groups };
  }

  function resourceList(groupVersion) {
    const served = [...resources.values()].filter((one) => one.groupVersion === groupVersion);
    const entries = served.flatMap(({ resource, kind, namespaced }) => [
      { name: resource, singularName: kind.toLowerCase(), namespaced, kind, verbs: VERBS },
      { name: `${resource}/status`, singularName: "", namespaced, kind, verbs: ["get", "patch", "update"] },
    ]);
    return { kind: "APIResourceList", apiVersion: "v1", groupVersion, resources: entries };
  }

  function list({ items, groupVersion, kind }, query, accept) {
    const from = Number(query.get("continue")?.replace("from-", "") ?? 0);
    const to = Math.min(items.length, from + Math.min(page, Number(query.get("limit"))));
    const metadata = { resourceVersion: "4711" };
    if (to < items.length) {
      metadata.continue = `from-${to}`;
      metadata.remainingItemCount = items.length - to;
    }
    if (accept === METADATA_ONLY) {
      const partial = items.slice(from, to).map(({ metadata }) => ({ kind: "PartialObjectMetadata", apiVersion: "meta.k8s.io/v1", metadata }));
      return { kind: "PartialObjectMetadataList", apiVersion: "meta.k8s.io/v1", metadata, items: partial };
    }
    const whole = items.slice(from, to).map(({ apiVersion, kind, ...rest }) => rest);
    return { kind: `${kind}List`, apiVersion: groupVersion, metadata, items: whole };
  }

  async function serveApp(path, response) {
    const file = await fetch(`${APP_URL}/${path}`);
    response.writeHead(file.status, { "Content-Type": file.headers.get("content-type") });
    response.end(Buffer.from(await file.arrayBuffer()));
  }

  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${server.address().port}`;
  return { url: origin + prefix, host: origin.slice("http://".length), requests, aborted };
}
