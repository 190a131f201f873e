import { useCallback, useState } from "react";
import { createRoot } from "react-dom/client";
import { KubeLoupe } from "./KubeLoupe.jsx";

function Page() {
  const [counts, setCounts] = useState({});
  const onVerdict = useCallback((verdict) => setCounts(verdict.counts), []);
  return (
    <main>
      <h1>What goes?</h1>
      <KubeLoupe scenario="shop" onVerdict={onVerdict}>
        <p>What a deletion does.</p>
      </KubeLoupe>
      <p id="counts">{counts.deleted ?? 0} objects go.</p>
    </main>
  );
}

createRoot(document.querySelector("#root")).render(<Page />);
