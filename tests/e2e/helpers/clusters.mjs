// Clusters of any size, made up inside the page: what a driver hands over as bytes would take longer than opening it.

/**
 * Drops a cluster of about so many objects onto the page: namespaces with Deployments, each with a ReplicaSet and pods, and
 * a Secret of every Deployment that a controller's ConfigMap owns too.
 */
export function dropCluster(page, { objects, pods = 48, namespaces = 8, name = "big.json" }) {
  return page.evaluate(
    ({ objects, pods, namespaces, name }) => {
      const items = [];
      const item = (kind, apiVersion, namespace, name, owner) => {
        const uid = `${namespace}/${kind}/${name}`;
        const ownerReferences = owner && [
          { apiVersion: "apps/v1", blockOwnerDeletion: true, controller: true, kind: owner[0], name: owner[1], uid: `${namespace}/${owner[0]}/${owner[1]}` },
        ];
        items.push({ apiVersion, kind, metadata: { name, namespace, uid, ownerReferences } });
      };
      for (let number = 0; items.length < objects; number += 1) {
        const namespace = `team-${number % namespaces}`;
        const app = `app-${number}`;
        item("Deployment", "apps/v1", namespace, app);
        item("ReplicaSet", "apps/v1", namespace, `${app}-5d8f`, ["Deployment", app]);
        for (let pod = 0; pod < pods && items.length < objects; pod += 1) {
          item("Pod", "v1", namespace, `${app}-5d8f-${pod}`, ["ReplicaSet", `${app}-5d8f`]);
        }
      }
      const transfer = new DataTransfer();
      transfer.items.add(new File([JSON.stringify({ apiVersion: "v1", kind: "List", items })], name));
      window.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, cancelable: true }));
    },
    { objects, pods, namespaces, name },
  );
}

/** Waits until what was dropped is open, and nothing is computed any more. */
export async function opened(page, name = "big.json") {
  await page.locator(".source b", { hasText: name }).waitFor({ timeout: 120_000 });
  await page.waitForFunction(
    () => document.querySelector('.busy[data-busy="false"]') !== null && document.querySelector(".arranging") === null,
    undefined,
    { timeout: 120_000 },
  );
}
