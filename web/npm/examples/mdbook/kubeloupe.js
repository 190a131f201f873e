// `path_to_root` is mdBook's: the way from the present page to the book's first one.
import(new URL(`${path_to_root}kubeloupe/define.js`, document.baseURI));
