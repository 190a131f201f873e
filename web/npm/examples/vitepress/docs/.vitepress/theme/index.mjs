import DefaultTheme from "vitepress/theme";
import "kubeloupe/define";

export default DefaultTheme;
