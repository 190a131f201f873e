//! Kubelets.
