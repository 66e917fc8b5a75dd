import { defineConfig } from "vite";

const pages = ["index", "second"];
const input = Object.fromEntries(pages.map((page) => [page, new URL(`${page}.html`, import.meta.url).pathname]));

export default defineConfig({ base: "./", build: { rollupOptions: { input } } });
