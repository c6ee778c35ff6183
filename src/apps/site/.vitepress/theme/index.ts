import { useData } from "vitepress";
import DefaultTheme from "vitepress/theme";
import { h, onMounted, watchEffect } from "vue";
import HeroExample from "./hero-example.md";
import RunnableFormula from "./runnable-formula.vue";
import "./style.css";

export default {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, {
      "home-hero-image": () => h("div", { class: "hero-example vp-doc" }, h(HeroExample)),
    }),
  setup() {
    const { frontmatter } = useData();
    // The home page of VitePress has no main landmark.
    onMounted(() =>
      watchEffect(() => {
        const content = document.querySelector("#VPContent");
        if (frontmatter.value.layout === "home") content?.setAttribute("role", "main");
        else content?.removeAttribute("role");
      }),
    );
  },
  enhanceApp({ app }) {
    app.component("RunnableFormula", RunnableFormula);
  },
};
