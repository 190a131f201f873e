import { useEffect, useRef } from "react";
import "kubeloupe/define";

export function KubeLoupe({ onStep, onVerdict, children, ...attributes }) {
  const element = useRef(null);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    element.current.addEventListener("step", (event) => onStep?.(event.detail), { signal });
    element.current.addEventListener("verdict", (event) => onVerdict?.(event.detail), { signal });
    return () => listening.abort();
  }, [onStep, onVerdict]);
  return <kube-loupe ref={element} {...attributes}>{children}</kube-loupe>;
}
