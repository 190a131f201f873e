import "kubeloupe/define";
